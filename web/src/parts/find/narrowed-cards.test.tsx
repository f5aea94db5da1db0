import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aCatalogue, aFeature, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { CardFilter } from "./card-filter";
import { useCardMatches } from "./card-matches";
import { NarrowedCards } from "./narrowed-cards";
import { CARD_FIELD } from "./words";

function Matches() {
  const matches = useCardMatches();
  return <p>{matches ? `only ${[...matches].sort().join(", ")}` : "all"}</p>;
}

function shown() {
  const catalogue = aCatalogue(
    [gapUp, gapFillBar, aFeature({ name: "nr7", displayName: "NR7", category: "RANGE" })],
    [],
  );
  server.use(http.get("*/api/features", () => HttpResponse.json(catalogue)));
  const store = renderPage(
    <NarrowedCards>
      <CardFilter />
      <Matches />
    </NarrowedCards>,
  );
  return { store, field: screen.getByRole("searchbox", { name: CARD_FIELD }) };
}

it("a text narrows to the features it means, in every spelling the palette knows", async () => {
  const { field } = shown();
  expect(screen.getByText("all")).toBeVisible();
  await userEvent.type(field, "gap");
  expect(await screen.findByText("only gap_fill_bar, gap_up")).toBeVisible();
  await userEvent.type(field, " closes");
  expect(await screen.findByText("only gap_fill_bar")).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, "qwertz");
  expect(await screen.findByText("only")).toBeVisible();
});

it("Escape or the button shows all again", async () => {
  const { store, field } = shown();
  expect(screen.queryByRole("button", { name: "Show all cards" })).toBeNull();
  await userEvent.type(field, "nr7");
  await screen.findByText("only nr7");
  await userEvent.click(screen.getByRole("button", { name: "Show all cards" }));
  expect(await screen.findByText("all")).toBeVisible();
  await userEvent.type(field, "nr7{Escape}");
  await waitFor(() => expect(store.getState().find.cardText).toBe(""));
  expect(field).toHaveFocus();
});
