import { type FocusEvent, type KeyboardEvent, useState } from "react";

type Step = (at: number, last: number) => number;

const NEXT: Step = (at, last) => (at === last ? 0 : at + 1);
const PREVIOUS: Step = (at, last) => (at === 0 ? last : at - 1);
const STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: NEXT,
  ArrowDown: NEXT,
  ArrowLeft: PREVIOUS,
  ArrowUp: PREVIOUS,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Controls that are one tab stop together: `first`, or the one that the arrow keys reached. Their container takes
 * `container`, each control `stop` of its own name.
 */
export function useOneStop(first: string) {
  const [reached, setReached] = useState<string | null>(null);
  const current = reached ?? first;
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-stop]")];
    const at = all.findIndex(({ dataset }) => dataset.stop === current);
    event.preventDefault();
    all[step(at, all.length - 1)]?.focus();
  };
  return {
    container: {
      onKeyDown: walk,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setReached(target.dataset.stop ?? null),
      onBlur: () => setReached(null),
    },
    stop: (name: string) => ({ "data-stop": name, tabIndex: name === current ? 0 : -1 }),
  };
}
