const PREFIX = "session-almanac";
const REQUESTED = `${PREFIX}.reset`;

/** Who is signed in and where from is no saved setting: it outlives a reset and is in no copy. */
const VISIT = ["tokens", "session-id", "return-url"].map((name) => `${PREFIX}.${name}`);

const isSaved = (name: string) => (name === PREFIX || name.startsWith(`${PREFIX}.`)) && !VISIT.includes(name);

const savedNames = (storage: Storage) => Object.keys(storage).filter(isSaved);

/** Everything this browser keeps for the page, as a JSON text: entry names and their texts. */
export function savedCopy(): string {
  const entries = savedNames(localStorage).map((name) => [name, localStorage.getItem(name)]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/**
 * Ask for a page without anything saved. The next start forgets, since a page that goes still saves its state.
 *
 * @throws DOMException where the storage is closed; nothing is kept there then.
 */
export function askForReset() {
  localStorage.setItem(REQUESTED, "1");
}

/** Forget everything saved if the last page requested it; returns whether it did. */
export function resetIfRequested(): boolean {
  try {
    if (localStorage.getItem(REQUESTED) === null) return false;
    for (const name of savedNames(localStorage)) localStorage.removeItem(name);
    for (const name of savedNames(sessionStorage)) sessionStorage.removeItem(name);
    return true;
  } catch {
    // A closed storage holds nothing to forget.
    return false;
  }
}
