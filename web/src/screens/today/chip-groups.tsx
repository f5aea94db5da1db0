import { useId, useState } from "react";
import { lagOf } from "@/api/feature-names";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { countOf } from "@/lib/text/format";
import { briefName } from "@/question/filter-words";
import { type Chip, isLed, SETS, toggled } from "./chips";
import styles from "./next.module.css";
import { DAYS_LIKE_BY, type Group } from "./words";

interface Props {
  chips: readonly Chip[];
  on: readonly string[];
  onPut: (on: string[]) => void;
}

const GROUPS: readonly { id: Group; name: string; most: number; without: string | null }[] = [
  { id: "open", name: "At the open", most: 8, without: "Type the open to fill these in." },
  { id: "so_far", name: "So far", most: 8, without: null },
  { id: "before", name: "Calendar", most: 6, without: null },
  { id: "yesterday", name: "Yesterday", most: 4, without: null },
];

/** So many chips of a group that is whole are shown; the others are found by what they are called. */
const MOST = 60;
const SEARCHED = 20;

/** What is known, as chips; those that are on are the question. */
export function ChipGroups({ chips, on, onPut }: Props) {
  return (
    <>
      <Sets {...{ chips, on, onPut }} />
      {GROUPS.map(({ id, ...group }) => (
        <ChipGroup key={id} {...group} chips={chips.filter((chip) => chip.group === id)} {...{ on, onPut }} />
      ))}
    </>
  );
}

/** The parts of a usual question, each of as many chips as it takes. */
function Sets({ chips, on, onPut }: Props) {
  return (
    <section className={styles.group} aria-labelledby="next-sets">
      <h2 id="next-sets">{DAYS_LIKE_BY}</h2>
      <div className={styles.chips}>
        {SETS.map(({ name, features }) => {
          const own = chips.filter(({ feature, filter }) => filter && features.includes(feature));
          // What is not known of yesterday by now never will be.
          if (own.length === 0 && features.every((each) => lagOf(each) > 0)) return null;
          const names = own.map(({ feature }) => feature);
          const isOn = own.length > 0 && names.every((each) => on.includes(each));
          return (
            <Toggle
              key={name}
              name={name}
              value={own.length === 0 ? "not known yet" : own.map(wordsOf).join(", ")}
              rarity={own.length === 1 ? (own[0]?.rarity ?? null) : null}
              asks={null}
              isOn={isOn}
              isBarred={own.length === 0}
              onToggle={() => onPut(toggled(on, names, !isOn))}
            />
          );
        })}
      </div>
    </section>
  );
}

/** "Partial up", "25 to 50%": what a set asks by a chip. */
const wordsOf = ({ name, value, asks }: Chip) => {
  if (value === "True" || value === "False") return `${briefName({ displayName: name })} ${value}`;
  return asks ?? value;
};

interface GroupProps extends Props {
  name: string;
  most: number;
  /** What is said while nothing of it can be asked; null where nothing is. */
  without: string | null;
}

/** A group's first chips and those that are on; whole, all of it, to be found by name. */
function ChipGroup({ name, most, without, chips, on, onPut }: GroupProps) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const first = firstOf(chips, on, most);
  if (chips.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{name}</h2>
        {chips.every(({ filter }) => filter === null) && <p className={styles.note}>{without}</p>}
      </div>
      {isWhole ? <Whole {...{ name, chips, on, onPut }} /> : <Chips {...{ on, onPut }} chips={first} />}
      {chips.length > first.length && (
        <Button
          look="quiet"
          className={styles.more ?? ""}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show fewer of ${name}` : `Show all ${chips.length} of ${name}`}
        </Button>
      )}
    </section>
  );
}

function firstOf(chips: readonly Chip[], on: readonly string[], most: number): Chip[] {
  const others = chips.filter((chip) => !isLed(chip));
  return others.filter((chip, at) => at < most || on.includes(chip.feature));
}

/** All chips of a group, or those that are called so. */
function Whole({ name, chips, ...shared }: Props & { name: string }) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = chips.filter((chip) => `${chip.name} ${chip.value}`.toLowerCase().includes(wanted));
  return (
    <>
      {chips.length > SEARCHED && (
        <TextField
          type="search"
          aria-label={`Find in ${name}`}
          placeholder="Find a feature"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <Chips {...shared} chips={found.slice(0, MOST)} />
      {found.length === 0 && <p className={styles.note}>Nothing is called so.</p>}
      {found.length > MOST && (
        <p className={styles.note}>{countOf(found.length - MOST, "more feature")}: find them by name.</p>
      )}
    </>
  );
}

const Chips = ({ chips, ...shared }: Props) => (
  <div className={styles.chips}>
    {chips.map((chip) => (
      <ChipToggle key={chip.feature} chip={chip} {...shared} />
    ))}
  </div>
);

function ChipToggle({ chip, on, onPut }: { chip: Chip } & Pick<Props, "on" | "onPut">) {
  const { feature, filter, ...told } = chip;
  const isOn = on.includes(feature);
  return (
    <Toggle
      {...told}
      isOn={isOn}
      isBarred={filter === null}
      onToggle={() => onPut(toggled(on, [feature], !isOn))}
    />
  );
}

interface ToggleProps extends Pick<Chip, "name" | "value" | "asks" | "rarity"> {
  isOn: boolean;
  isBarred: boolean;
  onToggle: () => void;
}

/** A chip; one that cannot be asked only tells. */
function Toggle({ name, value, asks, rarity, isOn, isBarred, onToggle }: ToggleProps) {
  const notes = [asks && `asks ${asks}`, rarity].filter(Boolean).join(" · ");
  return (
    <Button
      className={styles.chip ?? ""}
      aria-pressed={isOn}
      aria-disabled={isBarred}
      onClick={() => isBarred || onToggle()}
    >
      <span className={styles.chipName}>{name}</span> <strong>{value}</strong>{" "}
      <span className={styles.chipNotes}>{notes}</span>
    </Button>
  );
}
