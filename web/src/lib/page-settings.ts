import * as v from "valibot";
import { isRecord, parsedText } from "./storage/storage";

const PLACE = 'meta[name="session-almanac"]';

const isAddress = (value: unknown) => typeof value === "string" && URL.canParse(value);
const address = v.fallback(v.nullable(v.custom<string>(isAddress)), null);

/** What the service tells its page at run time; null where it does not. */
const settings = v.object({
  /** Where usage events go; null reports nothing. */
  analyticsUrl: address,
  supportUrl: address,
  courseHome: address,
  /** The web origins of the course's sites: Return to Course leads to no other. */
  courseOrigins: v.fallback(v.pipe(v.array(v.any()), v.filterItems(isAddress)), []),
  /** Where a development page points to. */
  productionUrl: address,
  /** Whether everybody may read the claims. */
  publicClaims: v.fallback(v.boolean(), false),
  /** What this page's own style elements bear, so that the browser takes them; null where nobody asks. */
  styleNonce: v.fallback(v.nullable(v.string()), null),
});

/** The service that this page came from, by name and version; null in development. */
export function servedBy(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="generator"]')?.content ?? null;
}

/** The settings in the page's head, else those of the build. */
export function pageSettings(): v.InferOutput<typeof settings> {
  const stored = parsedText(document.querySelector<HTMLMetaElement>(PLACE)?.content ?? null);
  const told = v.parse(settings, isRecord(stored) ? stored : {});
  const { VITE_ANALYTICS_URL, VITE_SUPPORT_URL, VITE_COURSE_HOME } = import.meta.env;
  return {
    ...told,
    analyticsUrl: told.analyticsUrl ?? VITE_ANALYTICS_URL ?? null,
    supportUrl: told.supportUrl ?? VITE_SUPPORT_URL ?? null,
    courseHome: told.courseHome ?? VITE_COURSE_HOME ?? null,
  };
}
