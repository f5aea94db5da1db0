import type { ComponentType } from "react";
import type { Extra } from "../chapters/chapter";
import { CatalogueRanges } from "./catalogue-ranges";
import { DataFacts } from "./data-facts";
import { DifferenceExample } from "./difference-example";
import { FactList } from "./fact-list";
import { GLOSSARY } from "./glossary";
import { IntervalExample } from "./interval-example";
import { KnownClasses } from "./known-classes";
import { SampleSizes } from "./sample-sizes";

/** What stands below the words of a topic. */
export const EXTRAS: Record<Extra, ComponentType> = {
  data: DataFacts,
  "sample-sizes": SampleSizes,
  ranges: CatalogueRanges,
  "interval-example": IntervalExample,
  "difference-example": DifferenceExample,
  "known-classes": KnownClasses,
  glossary: () => <FactList facts={GLOSSARY} />,
};
