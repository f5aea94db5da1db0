import { useCatalogue } from "@/api/catalogue";
import styles from "../methods.module.css";
import { FactList } from "./fact-list";
import { rangesOf } from "./ranges";

/** The edges of the served catalogue, as they are. */
export function CatalogueRanges() {
  const features = useCatalogue().data?.features;
  if (!features) return <p className={styles.pending}>The edges come with the catalogue.</p>;
  return (
    <FactList
      label="Edges of the catalogue"
      facts={rangesOf(features).map(({ edges, features: names }) => [edges, names.join(", ")])}
    />
  );
}
