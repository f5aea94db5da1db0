import Box from "@mui/material/Box";
import { useState } from "react";
import { useCatalogue } from "@/api/catalogue";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { TextField } from "@/kit/fields/fields";
import { PopoverButton } from "@/kit/overlays/popover-button";

const GROUP = {
  display: "grid",
  m: 0,
  p: 0,
  border: 0,
  "& legend": { p: "4px 0", color: "muted", fontWeight: 600 },
};

interface FeaturesChoice {
  chosen: readonly string[];
  /** Null goes back to what the page suggests. */
  onChoose: (chosen: string[] | null) => void;
  /** How many may be chosen; as many as there are where that is not given. */
  most?: number;
}

interface Props extends FeaturesChoice {
  label: string;
  /** What the opened choice is called. */
  title: string;
}

/** Chooses the features listed with days, from all that the visitor sees. */
export function FeaturesButton({ label, title, ...choice }: Props) {
  return (
    <PopoverButton
      look="quiet"
      title={title}
      label={`${label} (${choice.chosen.length})`}
      content={() => <Features {...choice} />}
    />
  );
}

function Features({ chosen, onChoose, most = Number.POSITIVE_INFINITY }: FeaturesChoice) {
  const { data } = useCatalogue();
  const [search, setSearch] = useState("");
  const found = (data?.features ?? []).filter(({ displayName }) =>
    displayName.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const isFull = chosen.length >= most;
  const toggle = (name: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <Box sx={{ display: "grid", gap: 2, width: "min(320px, calc(100vw - 48px))", p: 3 }}>
      <TextField
        type="search"
        aria-label="Find a feature"
        placeholder="Find a feature"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {Number.isFinite(most) && <p role="status">{`${chosen.length} of at most ${most}`}</p>}
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
                  checked={chosen.includes(name)}
                  disabled={isFull && !chosen.includes(name)}
                  onChange={(isOn) => toggle(name, isOn)}
                />
              ))}
            </Box>
          )
        );
      })}
      <Button look="quiet" onClick={() => onChoose(null)}>
        As the page suggests
      </Button>
    </Box>
  );
}
