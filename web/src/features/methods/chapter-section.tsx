import type { CHAPTERS } from "./chapters/chapters";
import type { Topic } from "./chapters/topic";
import { EXTRAS } from "./facts/extras";
import styles from "./methods.module.css";

/** A chapter that folds: the search in the page and an address with an anchor find what is folded away. */
export function ChapterSection({ id, title, startsOpen, topics }: (typeof CHAPTERS)[number]) {
  return (
    <details className={styles.chapter} open={startsOpen}>
      <summary>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
      </summary>
      {topics.map((topic) => (
        <TopicText key={topic.id} {...topic} />
      ))}
    </details>
  );
}

function TopicText({ id, title, paragraphs, formulas }: Topic) {
  const Extra = EXTRAS[id];
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
