import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Claim } from "@/api/generated";
import { atTestEnd } from "@/lib/testing/calls";
import { aClaim, aClaimsAnswer, aPublished } from "@/lib/testing/claims";
import { aCoin, aVerdict } from "@/lib/testing/coins";
import { aCatalogue } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import ClaimsPage from "./claims-page";
import PublicClaims from "./public-claims";
import { HOW_MADE, SIGN_IN_TO_ASK } from "./words";

const published = aClaim({ published: [aPublished()] });

function serve(...claims: Claim[]) {
  const addresses: string[] = [];
  const hear = ({ request }: { request: Request }) => void addresses.push(new URL(request.url).pathname);
  server.events.on("request:start", hear);
  atTestEnd(() => server.events.removeListener("request:start", hear));
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([], []))),
    http.get("*/api/v2/claims", () => HttpResponse.json(aClaimsAnswer(...claims))),
  );
  return addresses;
}

const entry = async (claim: Claim) =>
  within((await screen.findByRole("heading", { name: claim.question })).closest("li") as HTMLElement);

it("says what was published, what the data and a coin say, and the verdict", async () => {
  serve(published, aClaim({ id: "other", question: "Unpublished?" }));
  renderPage(<ClaimsPage />);
  const claim = await entry(published);
  expect(claim.getByText("Published: about 80%. Here: 65.3% of 516 days (61.1 to 69.3).")).toBeVisible();
  expect(claim.getByText("about 80%: Differs from 78.00% to 82.00% by more than a point.")).toBeVisible();
  expect(claim.getByText("A trading book, ES, 2010 to 2015")).toBeVisible();
  expect(claim.getByText("5.1 points more than a coin (60.20%).")).toBeVisible();
  expect(claim.getByText(published.stopped.verdict.words)).toBeVisible();
  expect(claim.getByRole("img")).toHaveAccessibleName(
    "From 0 to 100%. Here: 65.3% of 516 days (61.1 to 69.3). 5.1 points more than a coin (60.20%). Published: about 80%.",
  );
  expect(screen.queryByText("Unpublished?")).toBeNull();
  expect(
    screen.getByText(/^ES, all full sessions from 02\/05\/2024 to 03\/27\/2026\. Snapshot s1\./),
  ).toBeVisible();
});

it.each([
  ["agrees", "more", "Agrees with 80.00%, within 5 points.", "5.1 points more than a coin (60.20%)."],
  ["cannot_tell", "fewer", "Cannot tell whether it is 80.00%.", "5.1 points fewer than a coin (70.40%)."],
  ["differs", "could_be_chance", "Differs from 80.00%.", "Coin: 60.20%. Could be chance."],
  ["not_tested", "looks_different", "A figure of another market.", "Coin: 60.20%. Looks different."],
] as const)("verdicts %s and %s have their marks and their own words", async (code, coin, said, beside) => {
  const verdict = aVerdict({ against: "published", code, words: said });
  const claim = aClaim({
    coin: aCoin({ verdict: aVerdict({ code: coin, words: beside }) }),
    published: [aPublished({ verdict })],
  });
  serve(claim);
  renderPage(<ClaimsPage />);
  const shown = await entry(claim);
  const mark = (words: string) => shown.getByText(words).querySelector("svg");
  expect(mark(`about 80%: ${said}`)).toHaveAttribute("data-mark", code);
  expect(mark(beside)).toHaveAttribute("data-mark", coin);
});

it("draws rate, interval, coin and every published figure on one axis", async () => {
  const claim = aClaim({
    published: [aPublished({ figure: "27 %", low: 0.27, high: 0.27 }), aPublished({ who: "Another" })],
  });
  serve(claim);
  renderPage(<ClaimsPage />);
  const picture = (await entry(claim)).getByRole("img");
  const places = (selector: string, name: string) =>
    [...picture.querySelectorAll(selector)].map(
      (mark) => Math.round(10 * Number.parseFloat(mark.getAttribute(name) ?? "")) / 10,
    );
  expect(places("circle", "cx")).toEqual([65.3, 60.2]);
  expect(places("svg", "x")).toEqual([27, 80]);
  expect(picture.querySelectorAll("g > line[y1='7']"), "a span where it is one").toHaveLength(1);
});

it("two figures are both said", async () => {
  const claim = aClaim({
    published: [aPublished({ figure: "27 %" }), aPublished({ figure: "40 %", low: 0.4, high: 0.4 })],
  });
  serve(claim);
  renderPage(<ClaimsPage />);
  expect((await entry(claim)).getByText(/^Published: 27%; 40%\. Here/)).toBeVisible();
});

it("without a published figure it says so", async () => {
  serve(aClaim());
  renderPage(<ClaimsPage />);
  expect(await screen.findByText("No published figure is compared with these data.")).toBeVisible();
});

it("for everybody it asks for the claims alone, and leads to signing in", async () => {
  const addresses = serve(published);
  const session = { ...letIn.session, status: "idle" as const, user: null, snapshot: null };
  renderPage(<PublicClaims />, aStore({ session }));
  await entry(published);
  expect(addresses).toEqual(["/api/v2/claims"]);
  expect(screen.getByRole("link", { name: SIGN_IN_TO_ASK })).toHaveAttribute("href", "/login");
  expect(screen.queryByRole("button", { name: /Ask it/ })).toBeNull();
  expect(screen.queryByRole("link", { name: HOW_MADE })).toBeNull();
});
