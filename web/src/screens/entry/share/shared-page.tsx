import { type ReactNode, useEffect } from "react";
import { useStore } from "react-redux";
import { Link, useNavigate, useParams } from "react-router";
import { placeOf, sharedShown } from "@/address/show-shared";
import { isViewId, useSharedView } from "@/api/calls/views-api";
import { errorText } from "@/api/request-error";
import { type RootState, useAppDispatch } from "@/lib/state/hooks";
import { VIEW_ELSEWHERE, VIEW_UNKNOWN } from "../words";
import styles from "./share.module.css";
import { questionText, type Shared } from "./shared";

/** What a short link leads to, in its place; where it leads nowhere, why. */
export default function SharedPage() {
  const { id } = useParams();
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const navigate = useNavigate();
  const asked = isViewId(id) ? id : null;
  const { data, error } = useSharedView(asked);
  const address = data?.address;
  useEffect(() => {
    const place = address === undefined ? null : placeOf(address);
    if (!place) return;
    dispatch(sharedShown(place));
    const shared: Shared = { id: asked, question: questionText(store.getState()) };
    void navigate(place, { replace: true, state: { shared } });
  }, [address, asked, navigate, dispatch, store]);
  if (asked === null || isUnknown(error)) return <Nowhere>{VIEW_UNKNOWN}</Nowhere>;
  if (error) return <Nowhere>{errorText(error)}</Nowhere>;
  if (address !== undefined && !placeOf(address)) return <Nowhere>{VIEW_ELSEWHERE}</Nowhere>;
  return (
    <p role="status" className={styles.page}>
      Opening the shared view...
    </p>
  );
}

const isUnknown = (error: unknown) => (error as { status?: unknown } | undefined)?.status === 404;

function Nowhere({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1>This link leads nowhere</h1>
      <p role="alert">{children}</p>
      <Link to="/dashboard">Open the dashboard</Link>
    </div>
  );
}
