import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Provider } from "react-redux";
import { expect, it } from "vitest";
import { useDayCount } from "@/api/data-api";
import { server } from "@/lib/testing/server";
import { createStore } from "./store";

it("what is shown is not asked for again on focus, and is when the connection comes back", async () => {
  let asked = 0;
  server.use(
    http.post("*/api/v2/filtered", () => {
      asked += 1;
      return HttpResponse.json({ filtered_data: { total_days: asked } });
    }),
  );
  const key = { filters: {}, symbol: "ES", snapshot: "s1" };
  const Shown = () => <output>{useDayCount(key).data ?? "none"}</output>;
  render(<Shown />, { wrapper: ({ children }) => <Provider {...{ store: createStore(), children }} /> });
  expect(await screen.findByText("1")).toBeInTheDocument();
  await act(async () => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(asked).toBe(1);
  act(() => {
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
  });
  await waitFor(() => expect(screen.getByText("2")).toBeInTheDocument());
});
