import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { VersionLine } from "./version-line";

afterEach(() => document.head.replaceChildren());

it("says the version of the service that the page came from", () => {
  document.head.innerHTML = '<meta name="generator" content="Session Almanac 1.2.0">';
  render(<VersionLine />);
  expect(screen.getByText("Session Almanac 1.2.0")).toBeVisible();
});

it("is not there where no service told one", () => {
  render(<VersionLine />);
  expect(screen.queryByText(/Session Almanac/)).toBeNull();
});
