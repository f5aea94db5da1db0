/** A place of the browser for texts under names, which the browser may refuse: it is full, or blocked. */
function storageOver(open: () => Storage) {
  const refused = new Map<string, string>();
  return {
    read: (name: string) => refused.get(name) ?? attempt(() => open().getItem(name)),
    /** False where the browser would not keep it; the text is then known until the page closes. */
    write: (name: string, text: string) => {
      const isKept = attempt(() => open().setItem(name, text)) !== null;
      if (isKept) refused.delete(name);
      else refused.set(name, text);
      return isKept;
    },
    isRefused: (name: string) => refused.has(name),
    remove: (name: string) => {
      refused.delete(name);
      attempt(() => open().removeItem(name));
    },
  };
}

/** What the browser answers, null where it refuses; even naming a blocked storage throws. */
function attempt<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

/** Shared by the tabs of this browser. */
export const browserStorage = storageOver(() => localStorage);
/** This tab's own. */
export const tabStorage = storageOver(() => sessionStorage);

/** The value a text stands for, undefined where it stands for none. */
export function parsedText(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
