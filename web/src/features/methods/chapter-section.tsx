import type { Chapter, Topic } from "./chapters/chapter";
import { EXTRAS } from "./facts/extras";
import styles from "./methods.module.css";

/**
 * A chapter that folds. The browser's own disclosure: the search in the page and an address with an anchor find
 * what is folded away.
 */
export function ChapterSection({ chapter: { id, title, startsOpen, topics } }: { chapter: Chapter }) {
  return (
    <details className={styles.chapter} open={startsOpen}>
      <summary>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
      </summary>
      {topics.map((topic) => (
        <TopicText key={topic.id} topic={topic} />
      ))}
    </details>
  );
}

function TopicText({ topic: { id, title, paragraphs, formulas = [], extra } }: { topic: Topic }) {
  const Extra = extra && EXTRAS[extra];
  return (
    <section className={styles.topic} aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {formulas.map((text) => (
        <p key={text} className={styles.formula}>
          {text}
        </p>
      ))}
      {Extra && <Extra />}
    </section>
  );
}
