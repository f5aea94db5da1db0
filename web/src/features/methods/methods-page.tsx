import { useRef } from "react";
import { ChapterSection } from "./chapter-section";
import { CHAPTERS } from "./chapters/chapters";
import { Contents } from "./contents";
import styles from "./methods.module.css";
import { useAnchor } from "./use-anchor";
import { useOpenInPrint } from "./use-open-in-print";

/** How every figure is made, for whoever wants to check one. */
export default function MethodsPage() {
  const page = useRef<HTMLDivElement>(null);
  useAnchor(page);
  useOpenInPrint(page);
  return (
    <div ref={page} className={styles.page}>
      <header className={styles.head}>
        <h1>Understanding Our Statistical Methods</h1>
        <p>
          What each figure counts, how far it carries, and how to check it by hand. A figure is never shown
          without the number of days behind it.
        </p>
      </header>
      <Contents chapters={CHAPTERS} />
      <div className={styles.chapters}>
        {CHAPTERS.map((chapter) => (
          <ChapterSection key={chapter.id} chapter={chapter} />
        ))}
      </div>
      <footer>
        <a href="/licenses.txt">Licences of the software and the typeface that this page is made of</a>
      </footer>
    </div>
  );
}
