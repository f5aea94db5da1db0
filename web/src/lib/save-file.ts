const FALLBACK_NAME = "session-almanac";

/** Hand a file to the browser as a download. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The name in a Content-Disposition header. */
export function fileName(disposition: string | null | undefined): string {
  return disposition?.match(/filename="([^"/\\]+)"/)?.[1] ?? FALLBACK_NAME;
}
