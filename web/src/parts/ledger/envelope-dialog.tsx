import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { Sheet } from "@/kit/overlays/dialog";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf, formatDate } from "@/lib/text/format";
import { selectQuestion } from "@/question/question-text";
import { selectOpening, selectSeal } from "@/question/seals-slice";
import { openEnvelope } from "./envelope";
import { OpeningTable } from "./opening-table";
import { questionWords } from "./rows";

/** Answers the question shown on the sealed days, once; from then on it shows the result. */
export default function EnvelopeDialog({ onClose }: { onClose: () => void }) {
  const opening = useAppSelector(selectOpening);
  const seal = useAppSelector(selectSeal);
  return (
    <Sheet title="The envelope" onClose={onClose}>
      <Box sx={{ display: "grid", gap: 3, overflow: "auto" }}>
        {opening && (
          <>
            <p role="status">
              This question's envelope is open, for good: on these sealed days it is no longer a test. A
              finding holds if the sealed rate lies about where the explored one does; few days leave wide
              intervals.
            </p>
            <OpeningTable opening={opening} />
          </>
        )}
        {!opening && seal && <Closed from={seal.from} />}
        {!opening && !seal && <p>No days are sealed. The ledger seals the newest ones.</p>}
      </Box>
    </Sheet>
  );
}

function Closed({ from }: { from: string }) {
  const dispatch = useAppDispatch();
  const words = questionWords(useAppSelector(selectQuestion), useFeaturesByName());
  const cards = useAppSelector(({ ui }) => ui.activeProbabilityFeatures.length);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const open = async () => {
    setAsking(true);
    await dispatch(openEnvelope()).catch((error: unknown) => setFailure(errorText(error) ?? "no answer"));
    setAsking(false);
  };
  return (
    <>
      <p>
        <strong>{words}</strong>
      </p>
      <p>
        Answers this question once on the days from {formatDate(from)} on, for the{" "}
        {countOf(cards, "open card")}, beside the explored days. Date, question and both rates go into the
        ledger, and the question is marked as opened for good, whatever its dates.
      </p>
      {failure !== null && <Alert severity="error">The envelope is still closed: {failure}</Alert>}
      <div>
        <Button
          look="primary"
          aria-disabled={isAsking || cards === 0}
          onClick={() => void (isAsking || cards === 0 || open())}
        >
          {isAsking ? "Opening…" : "Open the envelope"}
        </Button>
      </div>
      {cards === 0 && <p>Open a card first: there is no rate to compare.</p>}
    </>
  );
}
