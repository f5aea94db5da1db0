import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { DevelopmentBanner } from "./notes";

afterEach(() => document.head.replaceChildren());

const shown = (address: string) => render(<DevelopmentBanner api={new URL(address)} />);

it("a development address is shown, with the way to production", () => {
  shown("https://dev-almanac.example:8443/api");
  const banner = screen.getByRole("note", { name: "Development environment" });
  expect(banner).toHaveTextContent("https://dev-almanac.example:8443/api");
  expect(screen.getByRole("link", { name: "Go to production" })).toHaveAttribute(
    "href",
    "https://almanac.example:8443/",
  );
});

it("the way to production is the one the service tells", () => {
  document.head.innerHTML = `<meta name="session-almanac" content='{"productionUrl":"https://real.example/"}'>`;
  shown("https://dev-almanac.example/api");
  expect(screen.getByRole("link")).toHaveAttribute("href", "https://real.example/");
});

it("in production there is none", () => {
  shown("https://almanac.example/api");
  expect(screen.queryByRole("note")).toBeNull();
});
