/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where Return to Course leads without a return_url, for a page whose service does not tell. */
  readonly VITE_COURSE_HOME?: string;
  /** The course site's contact page, for a page whose service does not tell. */
  readonly VITE_SUPPORT_URL?: string;
  /** Where usage events go, for a page whose service does not tell; without either nowhere. */
  readonly VITE_ANALYTICS_URL?: string;
}

interface Window {
  /** What swagger-ui-dist makes of itself. */
  SwaggerUIBundle(options: Record<string, unknown>): unknown;
}
