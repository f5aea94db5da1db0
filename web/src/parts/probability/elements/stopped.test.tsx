import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aClaim } from "@/lib/testing/claims";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { Stopped } from "./stopped";

it("is asked by a click alone, of the days on the page", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/v2/held", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...aClaim().stopped, feature: "gap_up", snapshot: "s1" });
    }),
  );
  renderPage(<Stopped feature="gap_up" />, aStore(letIn));
  const button = screen.getByRole("button", { name: "Has it stopped?" });
  expect(asked).toEqual([]);
  await userEvent.click(button);
  expect(await screen.findByText(aClaim().stopped.verdict.words)).toBeVisible();
  expect(asked).toEqual([expect.objectContaining({ feature: "gap_up", symbol: "ES", filters: {} })]);
  expect(screen.queryByRole("button")).toBeNull();
});

it("says why there is no answer", async () => {
  server.use(
    http.post("*/api/v2/held", () => HttpResponse.json({ message: "No night yet." }, { status: 504 })),
  );
  renderPage(<Stopped feature="gap_up" />, aStore(letIn));
  await userEvent.click(screen.getByRole("button", { name: "Has it stopped?" }));
  expect(await screen.findByText("No night yet.")).toBeVisible();
});
