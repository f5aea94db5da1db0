import { useEffect, useState } from "react";

const REST_MS = 250;

/** Where the cut stands: at once where it was moved to, which the address takes over once it rests. */
export function useCut(
  asked: number | null,
  first: number,
  ask: (change: { cut: number }) => void,
): { at: number; settled: number; move: (cut: number) => void } {
  const [moved, setMoved] = useState<number | null>(null);
  if (moved !== null && moved === asked) setMoved(null);
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => ask({ cut: moved }), REST_MS);
    return () => clearTimeout(timer);
  }, [moved, ask]);
  const settled = asked ?? first;
  return { at: moved ?? settled, settled, move: setMoved };
}
