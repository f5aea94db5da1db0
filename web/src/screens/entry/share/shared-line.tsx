import Alert from "@mui/material/Alert";
import { useLocation, useNavigate } from "react-router";
import { isViewId, useSharedView } from "@/api/calls/views-api";
import { useCatalogue } from "@/api/catalogue";
import type { SharedView } from "@/api/generated";
import { useAppSelector } from "@/lib/state/hooks";
import { questionText, type Shared } from "./shared";
import { sharedWords } from "./words";

/** Says what has changed since the view was shared, as long as the page's question is the same. */
export default function SharedLine({ id, question }: Shared) {
  const { data } = useSharedView(isViewId(id) ? id : null);
  const isShown = useAppSelector((state) => questionText(state) === question);
  return data && isShown ? <Line shared={data} /> : null;
}

function Line({ shared }: { shared: SharedView }) {
  const location = useLocation();
  const navigate = useNavigate();
  const features = useCatalogue().data?.features;
  if (!features) return null;
  return (
    <Alert
      severity="info"
      icon={false}
      sx={{ bgcolor: "background.paper", color: "text.secondary", borderColor: "divider" }}
      role="status"
      aria-label="Shared view"
      closeText="Dismiss"
      onClose={() => void navigate(location, { replace: true })}
    >
      {sharedWords(shared, features)}
    </Alert>
  );
}
