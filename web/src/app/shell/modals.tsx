import { type ComponentType, useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { lazyPart } from "@/kit/lazy-with-retry";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalClosed, modalsClosed } from "@/lib/state/ui-slice";
import { TypedAhead } from "@/parts/find/typed-ahead";

/** A dialog that stands in the stack; it draws itself with `Dialog` and says when it is done. */
export interface ModalProps {
  onClose: () => void;
}

/** The palette's part of the page. */
export const loadFind = () => import("../find/find-modal");

/** The part of the palette that adds conditions. */
export const loadConditions = () => import("../find/condition-modal");

const MODALS: Record<string, ComponentType<ModalProps>> = {
  find: lazyPart(loadFind, <TypedAhead />),
  conditions: lazyPart(loadConditions, <TypedAhead />),
  envelope: lazyPart(() => import("@/parts/ledger/envelope-dialog")),
  ledger: lazyPart(() => import("@/parts/ledger/ledger-sheet")),
  link: lazyPart(() => import("@/screens/entry/share/link-dialog")),
  redeem: lazyPart(() => import("@/screens/entry/account/redeem-dialog")),
  saved: lazyPart(() => import("./saved-dialog")),
  shortcuts: lazyPart(() => import("../shortcuts/shortcut-sheet")),
};

/** The dialogs the store names, one over the other; a link to another screen closes them all. */
export function Modals() {
  const dispatch = useAppDispatch();
  const ids = useAppSelector(({ ui }) => ui.modals);
  const { pathname } = useLocation();
  const isLink = useNavigationType() === "PUSH";
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has other dialogs
  useEffect(() => {
    if (isLink) dispatch(modalsClosed());
  }, [dispatch, pathname]);
  return ids.map((id) => {
    const Modal = MODALS[id];
    return Modal && <Modal key={id} onClose={() => dispatch(modalClosed(id))} />;
  });
}
