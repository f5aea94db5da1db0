const FALLBACK_NAME = "session-almanac";

/** A large file may not be read before this. */
const KEPT_MS = 60_000;

/** Hand a file to the browser as a download. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** The name in a Content-Disposition header. */
export function fileName(disposition: string | null | undefined): string {
  return disposition?.match(/filename="([^"/\\]+)"/)?.[1] ?? FALLBACK_NAME;
}
