import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useNavigate } from "react-router";
import { expect, it } from "vitest";
import { useAppDispatch } from "@/lib/state/hooks";
import { modalOpened, uiReducer } from "@/lib/state/ui-slice";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { Modals } from "./modals";

function Opener() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => dispatch(modalOpened("shortcuts"))}>
        Open
      </button>
      <button type="button" onClick={() => void navigate("/methods")}>
        Leave
      </button>
      <Modals />
    </>
  );
}

it("Escape closes the dialog and the focus returns to what opened it", async () => {
  renderPage(<Opener />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
});

it("leaving the screen closes what stands over it", async () => {
  const store = renderPage(<Opener />, aStore({ ui: { ...letIn.ui, modals: ["shortcuts"] } }));
  await screen.findByRole("dialog");
  screen.getByRole("button", { name: "Leave", hidden: true }).click();
  await waitFor(() => expect(store.getState().ui.modals).toEqual([]));
});

it("a dialog opened again comes to the top, once", () => {
  const open = (ui: typeof letIn.ui, id: string) => uiReducer(ui, modalOpened(id));
  expect(open(open(open(letIn.ui, "a"), "b"), "a").modals).toEqual(["b", "a"]);
});
