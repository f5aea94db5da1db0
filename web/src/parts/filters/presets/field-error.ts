/** The part of a refusal that names a field: "Expected https" of `url`; null where none does. */
export function fieldError(field: string, error: unknown): string | null {
  const { detail } = ((error as { data?: unknown } | undefined)?.data ?? {}) as { detail?: unknown };
  const lead = `${field}: `;
  return typeof detail === "string" && detail.startsWith(lead) ? upper(detail.slice(lead.length)) : null;
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
