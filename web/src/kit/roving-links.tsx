import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Link, type To } from "react-router";
import styles from "./roving-links.module.css";

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

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Links that are one tab stop: the current one, or the one that the arrow keys reached. */
export function RovingLinks({ label, className, links }: Props) {
  const [focused, setFocused] = useState<number | null>(null);
  const stop =
    focused ??
    Math.max(
      0,
      links.findIndex(({ isCurrent }) => isCurrent),
    );
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const next = STEPS[event.key]?.(stop, links.length - 1);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll("a")[next]?.focus();
  };
  return (
    <nav
      className={`${styles.links} ${className}`}
      aria-label={label}
      onKeyDown={step}
      onBlur={() => setFocused(null)}
    >
      {links.map(({ to, title, mark, hint, isCurrent, fetchAhead }, at) => (
        <Link
          key={title}
          to={to}
          tabIndex={at === stop ? 0 : -1}
          aria-current={isCurrent ? "page" : undefined}
          data-hint={hint}
          onPointerEnter={fetchAhead}
          onFocus={() => {
            setFocused(at);
            fetchAhead?.();
          }}
        >
          {mark}
          {title}
        </Link>
      ))}
    </nav>
  );
}
