import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { PageFooter } from "./page-footer";

afterEach(() => document.head.replaceChildren());

it("says the version of the service that the page came from", () => {
  document.head.innerHTML = '<meta name="generator" content="Session Almanac 1.2.0">';
  render(<PageFooter />);
  expect(screen.getByRole("contentinfo")).toHaveTextContent("Session Almanac 1.2.0");
});

it("is not there where no service told one", () => {
  render(<PageFooter />);
  expect(screen.queryByRole("contentinfo")).toBeNull();
});
