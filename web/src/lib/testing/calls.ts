const ends: (() => void)[] = [];

/** Have `end` called once the present test is over. */
export const atTestEnd = (end: () => void) => void ends.push(end);

/** Give up the calls of the test that ends: their retries would reach the handlers of the next one. */
export const endCalls = () => {
  for (const end of ends.splice(0)) end();
};
