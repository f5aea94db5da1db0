/** What the service says of a field that it refused, "url: expected https" of `url`; null where it says nothing of it. */
export function saidOf(field: string, error: unknown): string | null {
  const { detail } = ((error as { data?: unknown } | undefined)?.data ?? {}) as { detail?: unknown };
  const lead = `${field}: `;
  return typeof detail === "string" && detail.startsWith(lead) ? upper(detail.slice(lead.length)) : null;
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
