import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { act } from "react";
import { expect, it } from "vitest";
import { dataApi } from "@/api/data-api";
import { aSummary } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { SignInsNote } from "./notes";

const WORDS = /Sign-ins cannot be checked at the moment/;

it("a band says that sign-ins cannot be checked for as long as answers say so", async () => {
  let headers: Record<string, string> = { "Almanac-Sign-Ins": "away" };
  server.use(http.get("*/api/v2/summary", () => HttpResponse.json(aSummary(), { headers })));
  const store = aStore();
  renderPage(<SignInsNote />, store);
  const ask = () =>
    act(async () => {
      await store.dispatch(dataApi.endpoints.summary.initiate({}, { forceRefetch: true, subscribe: false }));
    });
  expect(screen.queryByText(WORDS)).toBeNull();
  await ask();
  expect(screen.getByRole("status", { name: "Sign-ins" })).toHaveTextContent(
    "you can read on for up to 15 minutes",
  );
  headers = {};
  await ask();
  expect(screen.queryByText(WORDS)).toBeNull();
});
