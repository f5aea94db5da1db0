import type { ReactNode } from "react";
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
  const { container, stop } = useOneStop((links.find(({ isCurrent }) => isCurrent) ?? links[0])?.title ?? "");
  return (
    <nav className={`${styles.links} ${className}`} aria-label={label} {...container}>
      {links.map(({ to, title, mark, hint, isCurrent, fetchAhead }) => (
        <Link
          key={title}
          to={to}
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
