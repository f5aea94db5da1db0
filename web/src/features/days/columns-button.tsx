import { useState } from "react";
import { useCatalogue } from "@/api/catalogue";
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
  const choose = (chosen: string[] | null) => dispatch(dayColumnsChosen(chosen));
  return (
    <div className={styles.choice}>
      <TextField
        type="search"
        aria-label="Find a feature"
        placeholder="Find a feature"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {(data?.categories ?? []).map(({ id, display_name }) => {
        const own = found.filter(({ category }) => category === id);
        return (
          own.length > 0 && (
            <fieldset key={id} className={styles.group}>
              <legend>{display_name}</legend>
              {own.map(({ name, displayName }) => (
                <Check
                  key={name}
                  label={displayName}
                  checked={columns.includes(name)}
                  onChange={(isOn) =>
                    choose(isOn ? [...columns, name] : columns.filter((other) => other !== name))
                  }
                />
              ))}
            </fieldset>
          )
        );
      })}
      <Button look="quiet" onClick={() => choose(null)}>
        As the page suggests
      </Button>
    </div>
  );
}
