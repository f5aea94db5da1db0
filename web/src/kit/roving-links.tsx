import { type ReactNode, useEffect, useRef } from "react";
import { Link, type To } from "react-router";
import styles from "./roving-links.module.css";
import { useOneStop } from "./use-one-stop";

export interface RovingLink {
  to: To;
  title: string;
  /** Stands before the title. */
  mark?: ReactNode;
  hint?: string;
  isCurrent: boolean;
  /** Called when the pointer or the focus comes near. */
  fetchAhead?: (() => void) | undefined;
}

interface Props {
  /** Names the links to assistive technology. */
  label: string;
  className: string | undefined;
  links: readonly RovingLink[];
}

/** Links that are one tab stop. */
export function RovingLinks({ label, className, links }: Props) {
  const current = useRef<HTMLAnchorElement>(null);
  const shown = links.find(({ isCurrent }) => isCurrent)?.title;
  const { container, stop } = useOneStop(shown ?? links[0]?.title ?? "");
  // Where the links are wider than their room, the current one stands in its middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is current
  useEffect(() => {
    const { offsetLeft = 0, offsetWidth = 0, parentElement: nav } = current.current ?? {};
    if (nav) nav.scrollLeft = offsetLeft - nav.offsetLeft - (nav.clientWidth - offsetWidth) / 2;
  }, [shown]);
  return (
    <nav className={`${styles.links} ${className}`} aria-label={label} {...container}>
      {links.map(({ to, title, mark, hint, isCurrent, fetchAhead }) => (
        <Link
          key={title}
          to={to}
          {...(isCurrent && { ref: current })}
          {...stop(title)}
          aria-current={isCurrent ? "page" : undefined}
          data-hint={hint}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
        >
          {mark}
          {title}
        </Link>
      ))}
    </nav>
  );
}
