import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import type { Feature } from "@/api/generated";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { formatPercent } from "@/lib/text/format";
import styles from "./alike.module.css";
import { ALL_FEATURES, comparedBy } from "./words";

interface Props {
  /** By feature that is looked at, in all 1. */
  weights: Readonly<Record<string, number>>;
  leaveOut: readonly string[];
  onLeaveOut: (names: string[]) => void;
}

/** What days are held against each other by: each feature with its weight, to be switched off and on by category. */
export function FeaturesPanel({ weights, leaveOut, onLeaveOut }: Props) {
  const features = useFeaturesByName();
  const categories = useCatalogue().data?.categories ?? [];
  const off = new Set(leaveOut);
  const known = [...features.values()].filter(({ name }) => name in weights || off.has(name));
  const looked = known.filter(({ name }) => !off.has(name));
  const put = (names: readonly string[], isOn: boolean) => {
    const others = leaveOut.filter((name) => !names.includes(name));
    onLeaveOut(isOn ? others : [...others, ...names]);
  };
  return (
    <details className={styles.features}>
      <summary>{comparedBy(looked.length, known.length - looked.length)}</summary>
      <p className={styles.note}>
        Each weighs the same, a category a quarter at most. Numbers and counts differ by their ranks among the
        days before, all others by whether they are equal.
      </p>
      {leaveOut.length > 0 && <Button onClick={() => onLeaveOut([])}>{ALL_FEATURES}</Button>}
      <div className={styles.categories}>
        {categories.map(({ id, display_name }) => {
          const own = known.filter(({ category }) => category === id);
          return own.length === 0 ? null : (
            <Category key={id} name={display_name} features={own} {...{ weights, off, put }} />
          );
        })}
      </div>
    </details>
  );
}

interface CategoryProps {
  name: string;
  features: readonly Feature[];
  weights: Props["weights"];
  off: ReadonlySet<string>;
  put: (names: readonly string[], isOn: boolean) => void;
}

function Category({ name, features, weights, off, put }: CategoryProps) {
  const names = features.map((feature) => feature.name);
  const weight = names.reduce((sum, each) => sum + (weights[each] ?? 0), 0);
  const isOn = names.some((each) => !off.has(each));
  return (
    <fieldset className={styles.category}>
      <legend>
        <Check
          label={<Weighed name={name} weight={isOn ? weight : null} />}
          name={name}
          checked={isOn}
          onChange={(next) => put(names, next)}
        />
      </legend>
      {features.map((feature) => (
        <Check
          key={feature.name}
          name={feature.displayName}
          label={
            <Weighed
              name={feature.displayName}
              weight={off.has(feature.name) ? null : (weights[feature.name] ?? null)}
            />
          }
          checked={!off.has(feature.name)}
          onChange={(next) => put([feature.name], next)}
        />
      ))}
    </fieldset>
  );
}

/** A name with its part of the whole weight. */
function Weighed({ name, weight }: { name: string; weight: number | null }) {
  return (
    <span className={styles.weighed}>
      <span>{name}</span>
      <span className={styles.weight}>{weight === null ? "off" : formatPercent(100 * weight)}</span>
    </span>
  );
}
