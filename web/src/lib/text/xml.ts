const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** A text as it may stand in XML, between tags or in an attribute; characters XML cannot hold are left out. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cs}\uFFFE\uFFFF]|[^\P{Cc}\t\n\r]/gu, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
