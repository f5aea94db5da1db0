import { appendFileSync } from "node:fs";
import fc from "fast-check";
import { it } from "vitest";

/** Seconds for each target of the long form; without it every target has the same few cases at every run. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
const SHORT = 60;
const SEED = 9;

/** A target: every value that `cases` makes must pass `check`, which says in a word what came of it. */
export function holds<Case>(
  name: string,
  promise: string,
  cases: fc.Arbitrary<Case>,
  check: (value: Case) => string,
) {
  it(`${name}: ${promise}`, () => {
    const words: Record<string, number> = {};
    const began = performance.now();
    const property = fc.property(cases, (value) => {
      localStorage.clear();
      sessionStorage.clear();
      const word = check(value);
      words[word] = (words[word] ?? 0) + 1;
    });
    const long = { numRuns: 1e9, interruptAfterTimeLimit: 1000 * SECONDS, markInterruptAsFailure: false };
    const found = fc.check(property, SECONDS > 0 ? long : { numRuns: SHORT, seed: SEED });
    const failure = found.failed ? fc.defaultReportMessage(found) : null;
    report({
      target: name,
      promise,
      words,
      seconds: (performance.now() - began) / 1000,
      failure,
      seed: found.seed,
    });
    if (failure) throw new Error(failure);
  });
}

function report(outcome: { words: Record<string, number> } & Record<string, unknown>) {
  const cases = Object.values(outcome.words).reduce((sum, count) => sum + count, 0);
  if (process.env.FUZZ_OUT)
    appendFileSync(process.env.FUZZ_OUT, `${JSON.stringify({ cases, ...outcome })}\n`);
}
