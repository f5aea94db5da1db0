/** What the service tells its page at run time; null where it does not. */
export interface PageSettings {
  /** Where usage events go; null reports nothing. */
  analyticsUrl: string | null;
  supportUrl: string | null;
  courseHome: string | null;
  /** The web origins of the course's sites: Return to Course leads to no other. */
  courseOrigins: string[];
  /** Where a development page points to. */
  productionUrl: string | null;
  /** What this page's own style elements bear, so that the browser takes them; null where nobody asks. */
  styleNonce: string | null;
}

const PLACE = 'meta[name="session-almanac"]';

/** The settings in the page's head, else those of the build. */
export function pageSettings(): PageSettings {
  const told = read(document.querySelector<HTMLMetaElement>(PLACE)?.content ?? "{}");
  const { VITE_ANALYTICS_URL, VITE_SUPPORT_URL, VITE_COURSE_HOME } = import.meta.env;
  return {
    analyticsUrl: address(told.analyticsUrl) ?? VITE_ANALYTICS_URL ?? null,
    supportUrl: address(told.supportUrl) ?? VITE_SUPPORT_URL ?? null,
    courseHome: address(told.courseHome) ?? VITE_COURSE_HOME ?? null,
    courseOrigins: addresses(told.courseOrigins),
    productionUrl: address(told.productionUrl),
    styleNonce: typeof told.styleNonce === "string" ? told.styleNonce : null,
  };
}

function read(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function address(value: unknown): string | null {
  return typeof value === "string" && URL.canParse(value) ? value : null;
}

function addresses(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => address(each) !== null) : [];
}
