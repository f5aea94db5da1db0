import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { Button } from "./button";

interface Props {
  /** What failed, and a way out where there is one. */
  children: ReactNode;
  onRetry: () => unknown;
}

/** A call that failed, with the way to make it again. */
export function Failed({ children, onRetry }: Props) {
  return (
    <Alert severity="error" action={<Button onClick={() => void onRetry()}>Try again</Button>}>
      {children}
    </Alert>
  );
}
