import Alert from "@mui/material/Alert";
import { selectSignInsAway } from "@/api/connection-slice";
import { useAppSelector } from "@/lib/state/hooks";

/** Says, as long as it is so, that the server lets this visitor read on without looking the sign-in up. */
export function SignInsNote() {
  const isAway = useAppSelector(selectSignInsAway);
  return (
    <div role="status" aria-label="Sign-ins">
      {isAway && (
        <Alert severity="warning" role="none">
          <strong>Sign-ins cannot be checked at the moment</strong>: you can read on for up to 15 minutes.
          Signing in and redeeming a code have to wait.
        </Alert>
      )}
    </div>
  );
}
