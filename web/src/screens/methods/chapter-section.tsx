import type { ComponentType } from "react";
import type { CHAPTERS } from "./chapters/chapters";
import type { Topic } from "./chapters/topic";
import { CatalogueRanges, KnownClasses } from "./facts/catalogue-facts";
import { CoinMarket } from "./facts/coin-market";
import { CoinPicture } from "./facts/coin-picture";
import { DataFacts, GRADES } from "./facts/data-facts";
import { DifferenceExample, IntervalExample } from "./facts/examples";
import { FactList } from "./facts/fact-list";
import { GLOSSARY } from "./facts/glossary";
import FIGURES from "./figures.json";
import styles from "./methods.module.css";
import { VERDICTS } from "./words";

/** What follows the words of a topic, by the topic's id. */
const EXTRAS: Readonly<Record<string, ComponentType>> = {
  sessions: DataFacts,
  "sample-size": () => <FactList facts={GRADES} label="Grades of a sample" />,
  "coin-market": CoinMarket,
  differences: () => <FactList facts={Object.entries(FIGURES.verdicts)} label={VERDICTS} />,
  coin: CoinPicture,
  threshold: CatalogueRanges,
  "worked-interval": IntervalExample,
  "worked-difference": DifferenceExample,
  known: KnownClasses,
  glossary: () => <FactList facts={GLOSSARY} />,
};

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
