// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { pageSettings } from "./page-settings";

afterEach(() => document.head.replaceChildren());

function told(content: string) {
  document.head.innerHTML = '<meta name="session-almanac">';
  document.querySelector("meta")?.setAttribute("content", content);
}

const nothing = {
  analyticsUrl: null,
  supportUrl: null,
  courseHome: null,
  courseOrigins: [],
  productionUrl: null,
  publicClaims: false,
  styleNonce: null,
};

it("the page takes its addresses from its head", () => {
  const addresses = {
    analyticsUrl: "https://events.example/in?a=1&b=2",
    supportUrl: "https://help.example/",
    courseHome: "https://course.example/",
    courseOrigins: ["https://course.example", "https://www.course.example"],
    productionUrl: "https://almanac.example/",
    publicClaims: true,
    styleNonce: "abc",
  };
  told(JSON.stringify(addresses));
  expect(pageSettings()).toEqual(addresses);
});

it.each([
  "",
  "{",
  "null",
  "[]",
  '{"courseOrigins": "x"}',
  '{"courseOrigins": [7]}',
  '{"analyticsUrl": 7}',
  '{"analyticsUrl": "nowhere"}',
])("%j tells nothing", (content) => {
  told(content);
  expect(pageSettings()).toEqual(nothing);
});

it("without the element nothing is told", () => expect(pageSettings()).toEqual(nothing));
