import { ADVANCED_METHODS } from "./advanced-methods";
import { CORE_CONCEPTS } from "./core-concepts";
import { PRACTICE } from "./practice";
import { PRIMARY_METHODS } from "./primary-methods";
import { YOUR_RESULTS } from "./your-results";

/** The page's chapters, and whether each is open before anybody asked for it. */
export const CHAPTERS = [
  { id: "core-concepts", title: "Core Concepts", startsOpen: true, topics: CORE_CONCEPTS },
  { id: "primary-methods", title: "Primary Statistical Methods", startsOpen: true, topics: PRIMARY_METHODS },
  { id: "advanced-methods", title: "Advanced Analysis Methods", startsOpen: false, topics: ADVANCED_METHODS },
  { id: "your-results", title: "Understanding Your Results", startsOpen: true, topics: YOUR_RESULTS },
  { id: "practical-application", title: "Practical Application", startsOpen: true, topics: PRACTICE },
];
