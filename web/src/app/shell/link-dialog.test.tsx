import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { copyLink } from "@/address/link";
import { copyShortLink } from "@/address/short-link";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { Modals } from "./modals";

const refuse = () => Promise.reject(new Error("denied"));

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(http.post("*/api/v2/views", () => HttpResponse.json({ id: "AbC", expires_at: 1_830_000_000 })));
  return () => {
    vi.unstubAllGlobals();
  };
});

it.each<[string, string, typeof copyLink, object]>([
  ["short link", "/v/AbC", copyShortLink, { write: refuse }],
  ["full link", "/dashboard?filters=", copyLink, { writeText: refuse }],
  ["short link, where there is no clipboard,", "/v/AbC", copyShortLink, {}],
])("a %s that the clipboard refuses is shown, selected", async (_, path, copy, clipboard) => {
  history.replaceState(null, "", "/dashboard");
  vi.stubGlobal("ClipboardItem", class {});
  vi.stubGlobal("navigator", { ...navigator, clipboard });
  const store = renderPage(<Modals />, aStore());
  await store.dispatch(copy());
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Link" });
  expect(field.value).toContain(location.origin + path);
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
});
