import { useState } from "react";
import { useCatalogue } from "@/api/catalogue";
import type { Feature } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { Check } from "@/lib/ui/fields/check";
import { TextField } from "@/lib/ui/fields/fields";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import styles from "./days.module.css";
import { useDayColumns } from "./state/days-api";
import { dayColumnsChosen } from "./state/days-slice";

/** Chooses the features that stand beside the date, from all that the visitor sees. */
export function ColumnsButton() {
  const columns = useDayColumns();
  return (
    <PopoverButton
      look="quiet"
      title="Columns of the list"
      label={`Columns (${columns.length})`}
      content={() => <ColumnsChoice columns={columns} />}
    />
  );
}

function ColumnsChoice({ columns }: { columns: string[] }) {
  const dispatch = useAppDispatch();
  const { data } = useCatalogue();
  const [search, setSearch] = useState("");
  const found = (data?.features ?? []).filter(({ displayName }) =>
    displayName.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const toggle = (name: string) =>
    dispatch(
      dayColumnsChosen(
        columns.includes(name) ? columns.filter((other) => other !== name) : [...columns, name],
      ),
    );
  return (
    <div className={styles.choice}>
      <TextField
        type="search"
        aria-label="Find a feature"
        placeholder="Find a feature"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {(data?.categories ?? []).map(({ id, display_name }) => (
        <Group
          key={id}
          title={display_name}
          features={found.filter(({ category }) => category === id)}
          {...{ columns, toggle }}
        />
      ))}
      <Button look="quiet" onClick={() => dispatch(dayColumnsChosen(null))}>
        As the page suggests
      </Button>
    </div>
  );
}

interface GroupProps {
  title: string;
  features: Feature[];
  columns: string[];
  toggle: (name: string) => void;
}

function Group({ title, features, columns, toggle }: GroupProps) {
  if (features.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {features.map(({ name, displayName }) => (
        <Check
          key={name}
          label={displayName}
          checked={columns.includes(name)}
          onChange={() => toggle(name)}
        />
      ))}
    </fieldset>
  );
}
