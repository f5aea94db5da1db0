import { ADVANCED_METHODS } from "./advanced-methods";
import type { Chapter } from "./chapter";
import { CORE_CONCEPTS } from "./core-concepts";
import { PRACTICE } from "./practice";
import { PRIMARY_METHODS } from "./primary-methods";
import { YOUR_RESULTS } from "./your-results";

export const CHAPTERS: readonly Chapter[] = [
  CORE_CONCEPTS,
  PRIMARY_METHODS,
  ADVANCED_METHODS,
  YOUR_RESULTS,
  PRACTICE,
];
