import { useEffect, useState } from "react";

const REST_MS = 250;

/** A cut on its way into the address: of which feature's values, and where it was moved to. */
export interface Moved {
  cut: number | null;
  move: (cut: number) => void;
}

/**
 * Where the cut of `by` was moved to, until the address has it, which takes it over once it rests; null where it
 * is the address's. A cut outlives the curve it was moved on: another outcome's has the same values.
 */
export function useMoved(
  asked: number | null,
  by: string | null,
  ask: (change: { cut: number }) => void,
): Moved {
  const [moved, setMoved] = useState<{ by: string | null; cut: number } | null>(null);
  if (moved !== null && (moved.cut === asked || moved.by !== by)) setMoved(null);
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => ask({ cut: moved.cut }), REST_MS);
    return () => clearTimeout(timer);
  }, [moved, ask]);
  return { cut: moved?.cut ?? null, move: (cut) => setMoved({ by, cut }) };
}

/** Where the cut is shown, and the cut whose figures are asked for. */
export const standing = (settled: number, { cut }: Moved) => ({ at: cut ?? settled, settled });
