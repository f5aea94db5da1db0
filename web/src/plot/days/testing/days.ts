import type { DayBars } from "@/api/generated";

/** Numbers from 0 to below 1 that are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** A day of 81 bars that walk from their open on, in ticks. */
export function aDayOfBars(date: string, seed = 1, parts: Partial<DayBars> = {}): DayBars {
  const next = numbersFrom(seed);
  const day: DayBars = {
    ...{ date, tick: 0.25, open: 5000, adr10: 60, hoy: 5020, loy: 4970.25, coy: 4995 },
    ...{ o: [], h: [], l: [], c: [], values: {} },
  };
  let price = 0;
  for (let bar = 0; bar < 81; bar += 1) {
    const close = price + Math.round(24 * (next() - 0.5));
    day.o.push(price);
    day.h.push(Math.max(price, close) + Math.round(6 * next()));
    day.l.push(Math.min(price, close) - Math.round(6 * next()));
    day.c.push(close);
    price = close + Math.round(2 * (next() - 0.5));
  }
  return { ...day, ...parts };
}
