import { type FunctionComponent, useEffect, useState } from "react";

/** Unless the target asks for another by `data-hint-delay`, in milliseconds. */
const OPEN_MS = 700;
/** After one hint closed, the next opens at once within this time. */
const SKIP_MS = 300;

export interface ShownHint {
  text: string;
  /** The text below it, in quieter type. */
  exact: string | undefined;
  target: HTMLElement;
}

/** Report the hint to show, or null, until the returned function is called; `near` is called before one is shown. */
export function watchHints(
  root: Document,
  show: (hint: ShownHint | null) => void,
  near: () => void,
): () => void {
  let target: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let closedAt = Number.NEGATIVE_INFINITY;

  const open = (next: HTMLElement, delay: number) => {
    if (next === target) return;
    close();
    near();
    target = next;
    timer = setTimeout(() => {
      isOpen = true;
      show({ text: next.dataset.hint ?? "", exact: next.dataset.hintExact, target: next });
    }, delay);
  };
  const close = () => {
    clearTimeout(timer);
    target = null;
    if (!isOpen) return;
    isOpen = false;
    closedAt = Date.now();
    show(null);
  };

  const listeners: Partial<Record<keyof DocumentEventMap, (event: Event) => void>> = {
    pointerover: (event) => {
      const next = hinted(event);
      if (!next) close();
      else open(next, Date.now() - closedAt < SKIP_MS ? 0 : Number(next.dataset.hintDelay ?? OPEN_MS));
    },
    pointerdown: close,
    pointerup: (event) => {
      const next = hinted(event);
      if (next && (event as PointerEvent).pointerType === "touch") open(next, 0);
    },
    focusin: (event) => {
      const next = hinted(event);
      if (next?.matches(":focus-visible")) open(next, 0);
    },
    focusout: close,
    scroll: close,
    keydown: (event) => {
      if ((event as KeyboardEvent).key === "Escape") close();
    },
  };
  const ending = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    root.addEventListener(name, listener, { capture: true, signal: ending.signal });
  return () => {
    close();
    ending.abort();
  };
}

function hinted(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>("[data-hint]") : null;
}

/** The page's one tooltip, of the `data-hint` pointed at or focused: one listener costs nothing per card. */
export function Hints() {
  const [shown, setShown] = useState<ShownHint | null>(null);
  const [Tooltip, setTooltip] = useState<FunctionComponent<ShownHint> | null>(null);
  useEffect(() => {
    // Where it cannot be fetched, the next hint asks for it again.
    const fetchTooltip = () =>
      void import("./hint-tooltip").then((part) => setTooltip(() => part.default)).catch(() => undefined);
    return watchHints(document, setShown, fetchTooltip);
  }, []);
  useEffect(() => {
    shown?.target.setAttribute("aria-describedby", "hint");
    return () => shown?.target.removeAttribute("aria-describedby");
  }, [shown]);
  return shown && Tooltip && <Tooltip {...shown} />;
}
