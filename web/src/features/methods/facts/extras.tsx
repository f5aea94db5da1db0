import type { ComponentType } from "react";
import { CatalogueRanges, KnownClasses } from "./catalogue-facts";
import { DataFacts, GRADES } from "./data-facts";
import { DifferenceExample, IntervalExample } from "./examples";
import { FactList } from "./fact-list";
import { GLOSSARY } from "./glossary";

/** What stands below the words of a topic, by the topic's id. */
export const EXTRAS: Readonly<Record<string, ComponentType>> = {
  sessions: DataFacts,
  "sample-size": () => <FactList facts={GRADES} label="Grades of a sample" />,
  threshold: CatalogueRanges,
  "worked-interval": IntervalExample,
  "worked-difference": DifferenceExample,
  known: KnownClasses,
  glossary: () => <FactList facts={GLOSSARY} />,
};
