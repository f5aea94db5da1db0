import Box from "@mui/material/Box";
import { useState } from "react";
import { errorText } from "@/api/request-error";
import { SelectField } from "@/kit/fields/fields";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { formatDate } from "@/lib/text/format";
import { SHARES } from "@/question/seals";
import { daysSealed, selectSeal } from "@/question/seals-slice";
import { sealDays } from "./envelope";

const OFF = "off";
const CHOICES = [
  { value: OFF, label: "no days" },
  ...SHARES.map((share) => ({ value: String(share), label: `newest ${share}%` })),
];

/** Seals the newest days of the instrument, or lifts the seal. */
export function SealChoice() {
  const dispatch = useAppDispatch();
  const seal = useAppSelector(selectSeal);
  const symbol = useAppSelector(({ session }) => session.snapshot?.symbol);
  const [words, setWords] = useState<string | null>(null);
  const choose = async (value: string) => {
    setWords("Sealing…");
    const failed = (error: unknown) => `Nothing was changed: ${errorText(error) ?? "no answer"}`;
    const share = SHARES.find((each) => String(each) === value) ?? null;
    if (share) return setWords(await dispatch(sealDays(share)).then(() => null, failed));
    setWords(null);
    if (symbol) dispatch(daysSealed({ symbol, seal: null }));
  };
  const said = seal ? `Sealed from ${formatDate(seal.from)} on.` : "";
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
      <span>Sealed days</span>
      <Box sx={{ width: 140 }}>
        <SelectField
          aria-label="Sealed days"
          value={seal ? String(seal.share) : OFF}
          choices={CHOICES}
          onChoose={(value) => void choose(value)}
        />
      </Box>
      <span aria-live="polite">{words ?? said}</span>
      <Box component="p" sx={{ flexBasis: "100%", color: "text.secondary" }}>
        Find on the other days, test on the sealed ones: they are left out of every answer, list and chart
        until you open the envelope of a question. It is your own discipline; nothing but this page keeps them
        from you.
      </Box>
    </Box>
  );
}
