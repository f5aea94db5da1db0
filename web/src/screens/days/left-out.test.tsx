import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aSummary } from "@/lib/testing/fixtures";
import { renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { LeftOut } from "./left-out";

const served = (summary: ReturnType<typeof aSummary>) =>
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json(summary)));

it("tells how many sessions were left out, and why", async () => {
  served(
    aSummary({ short_sessions: ["2024-07-03"], quarantined: [{ date: "2025-01-02", reason: "80 bars" }] }),
  );
  renderPage(<LeftOut />);
  await userEvent.click(await screen.findByRole("button", { name: "2 sessions left out" }));
  expect(await screen.findByText("01/02/2025: 80 bars")).toBeVisible();
  expect(screen.getByText("07/03/2024")).toBeVisible();
});

it("names the closed days with trade apart: they are no sessions", async () => {
  const closed_days = ["2024-12-25", "2025-07-04"];
  served(aSummary({ missing_sessions: ["2025-06-30"], closed_days }));
  renderPage(<LeftOut />);
  await userEvent.click(await screen.findByRole("button", { name: "1 session left out" }));
  const title = "2 days the exchange was closed, with trade: no sessions";
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByText("12/25/2024")).toBeVisible();
});
