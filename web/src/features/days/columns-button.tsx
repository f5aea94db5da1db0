import Box from "@mui/material/Box";
import { useState } from "react";
import { useCatalogue } from "@/api/catalogue";
import { useAppDispatch } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { Check } from "@/lib/ui/fields/check";
import { TextField } from "@/lib/ui/fields/fields";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import { useDayColumns } from "./state/days-api";
import { dayColumnsChosen } from "./state/days-slice";

const GROUP = {
  display: "grid",
  m: 0,
  p: 0,
  border: 0,
  "& legend": { p: "4px 0", color: "muted", fontWeight: 600 },
};

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
    <Box sx={{ display: "grid", gap: 2, width: "min(320px, calc(100vw - 48px))", p: 3 }}>
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
            <Box key={id} component="fieldset" sx={GROUP}>
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
            </Box>
          )
        );
      })}
      <Button look="quiet" onClick={() => choose(null)}>
        As the page suggests
      </Button>
    </Box>
  );
}
