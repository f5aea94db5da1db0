/** Unless the target asks for another by `data-hint-delay`, in milliseconds. */
const OPEN_MS = 700;
/** After one hint closed, the next opens at once within this time. */
const SKIP_MS = 300;

export interface ShownHint {
  text: string;
  /** What stands below it in quieter type. */
  exact: string | undefined;
  target: HTMLElement;
}

/** Report the hint to show, or null, until the returned function is called. */
export function watchHints(root: Document, show: (hint: ShownHint | null) => void): () => void {
  let target: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let closedAt = Number.NEGATIVE_INFINITY;

  const open = (next: HTMLElement, delay: number) => {
    if (next === target) return;
    close();
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
  for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener, true);
  return () => {
    close();
    for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener, true);
  };
}

function hinted(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>("[data-hint]") : null;
}
