import { Link } from "react-router";
import { useFilterTexts } from "@/question/use-filter-texts";

/** The active filters in words, and the way to change them. */
export function FilterSentence({ className }: { className: string | undefined }) {
  const words = useFilterTexts();
  return (
    <p className={className}>
      {words.length === 0 ? "All days." : `${words.join(", ")}.`}{" "}
      <Link to="/dashboard">Change the filters</Link>
    </p>
  );
}
