/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where Return to Course leads without a return_url: the product site's home. */
  readonly VITE_COURSE_HOME?: string;
  /** The course site's contact page. */
  readonly VITE_SUPPORT_URL?: string;
}
