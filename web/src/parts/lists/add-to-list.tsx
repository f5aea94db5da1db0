import { useState } from "react";
import { useMayWriteLists } from "@/api/calls/lists-api";
import { Button, type ButtonProps } from "@/kit/button";
import { lazyPart } from "@/kit/lazy-with-retry";
import { ADD_TO_LIST } from "./words";

const AddDialog = lazyPart(() => import("./add-dialog"));

interface Props extends Pick<ButtonProps, "look"> {
  /** ISO dates of the days to choose from. */
  dates: readonly string[];
}

/** A button that puts days into a list; nothing for those who may not write lists. */
export function AddToList({ dates, look = "quiet" }: Props) {
  const mayWrite = useMayWriteLists();
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button look={look} aria-haspopup="dialog" disabled={dates.length === 0} onClick={() => setOpen(true)}>
        {ADD_TO_LIST}
      </Button>
      {isOpen && <AddDialog dates={dates} onClose={() => setOpen(false)} />}
    </>
  );
}
