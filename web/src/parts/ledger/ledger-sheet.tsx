import Box from "@mui/material/Box";
import { useMemo, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { ledgerEmptied, selectLooks } from "@/kept/ledger/ledger-slice";
import { MOST_LOOKS } from "@/kept/ledger/looks";
import { Button } from "@/kit/button";
import { Dialog, Sheet } from "@/kit/overlays/dialog";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { saveFile } from "@/lib/storage/save-file";
import { countOf, formatCount } from "@/lib/text/format";
import { conditionsOf } from "@/question/seals";
import { selectOpenings } from "@/question/seals-slice";
import { LookTable } from "./look-table";
import { foundWords, luckWords } from "./luck";
import { OpeningTable } from "./opening-table";
import { csvOf, rowsOf } from "./rows";
import { SealChoice } from "./seal-choice";

const LIST = { display: "flex", flex: 1, flexDirection: "column", gap: 3, minHeight: 0, overflow: "auto" };
const WAYS = { display: "flex", flexWrap: "wrap", gap: 2, justifyContent: "flex-end" };

/** Every look, with its level and what was found. */
export default function LedgerSheet({ onClose }: { onClose: () => void }) {
  const looks = useAppSelector(selectLooks);
  const dropped = useAppSelector(({ ledger }) => ledger.dropped);
  const features = useFeaturesByName();
  const symbol = useAppSelector(({ session }) => session.snapshot?.symbol);
  const all = useAppSelector(selectOpenings);
  const openings = useMemo(() => all.filter((each) => each.symbol === symbol).reverse(), [all, symbol]);
  const rows = useMemo(() => {
    const opened = new Set(openings.map(({ question }) => conditionsOf(question)));
    return rowsOf(looks, features, opened);
  }, [looks, features, openings]);
  const [isAsking, setAsking] = useState(false);
  const save = () =>
    saveFile(new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" }), "session-almanac-ledger.csv");
  return (
    <Sheet title="Ledger of looks" onClose={onClose}>
      <Box sx={LIST}>
        <Box component="p" role="status" sx={{ fontSize: "var(--type-lead)", fontWeight: 600 }}>
          {luckWords(looks)}
        </Box>
        <Box component="p" sx={{ color: "text.secondary" }}>
          {looks.length > 0 && `${foundWords(looks)} `}A look is one question, one cut of a curve or one
          comparison, once. Its p is the smallest adjusted p shown when it is taken. It counts double where
          cards compare with a coin and with other days. Its level falls with every look and rises with every
          one that is found. Cards that you open later do not change it. Kept in this browser, for this
          instrument and layout profile.
          {dropped > 0 &&
            ` It keeps ${formatCount(MOST_LOOKS)} looks; the oldest ${formatCount(dropped)} were dropped.`}
        </Box>
        <Box sx={WAYS}>
          <Button look="quiet" onClick={save}>
            Save as CSV
          </Button>
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Empty the ledger
          </Button>
        </Box>
        {rows.length > 0 && <LookTable rows={rows} />}
        <SealChoice />
        {openings.length > 0 && <h3>Envelopes opened</h3>}
        {openings.map((opening) => (
          <OpeningTable key={opening.at} opening={opening} />
        ))}
      </Box>
      {isAsking && <EmptyDialog count={rows.length} onClose={() => setAsking(false)} />}
    </Sheet>
  );
}

function EmptyDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const empty = () => {
    dispatch(ledgerEmptied());
    onClose();
  };
  return (
    <Dialog title="Empty the ledger" onClose={onClose}>
      <p>
        Are you sure? {countOf(count, "look")} will be forgotten, and counting begins again at 0. The luck you
        had stays what it was, and opened envelopes stay open.
      </p>
      <Box sx={WAYS}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={empty}>
          Empty
        </Button>
      </Box>
    </Dialog>
  );
}
