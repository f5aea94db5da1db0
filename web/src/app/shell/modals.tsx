import { type ComponentType, useEffect } from "react";
import { useLocation } from "react-router";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalClosed, modalsClosed } from "@/lib/state/ui-slice";
import { lazyPart } from "@/lib/ui/lazy-with-retry";

/** A dialog that stands in the stack; it draws itself with `Dialog` and says when it is done. */
export interface ModalProps {
  onClose: () => void;
}

/** The palette's part of the page. */
export const loadFind = () => import("../find/find-modal");

const MODALS: Record<string, ComponentType<ModalProps>> = {
  find: lazyPart(loadFind),
  days: lazyPart(() => import("./days-modal")),
  redeem: lazyPart(() => import("@/features/access/account/redeem-dialog")),
  shortcuts: lazyPart(() => import("../shortcuts/shortcut-sheet")),
};

/** The dialogs the store names, one over the other; leaving the screen or going back closes them all. */
export function Modals() {
  const dispatch = useAppDispatch();
  const ids = useAppSelector(({ ui }) => ui.modals);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has other dialogs
  useEffect(() => () => void dispatch(modalsClosed()), [dispatch, pathname]);
  // The address changes before the screen does: back, between the two, is no change of `pathname`.
  useEffect(() => {
    const close = () => void dispatch(modalsClosed());
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, [dispatch]);
  return ids.map((id) => {
    const Modal = MODALS[id];
    return Modal && <Modal key={id} onClose={() => dispatch(modalClosed(id))} />;
  });
}
