import { clearAllListeners, configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { vi } from "vitest";
import { dataApi } from "@/api/data-api";
import { atTestEnd } from "@/lib/testing/calls";
import { createStore } from "../store";

// RTK Query listens to the window once for all stores: here before the first of them, whose end would end it.
setupListeners(configureStore({ reducer: () => null }).dispatch);

/** The page's whole store. Its page closes when the test ends: it keeps what is new, then its own listeners and calls end. */
export function pageStore() {
  const closing = new AbortController();
  const listen = window.addEventListener.bind(window);
  const listening = vi
    .spyOn(window, "addEventListener")
    .mockImplementation((type: string, listener: EventListenerOrEventListenerObject, options?: unknown) =>
      listen(type, listener, { ...(options as AddEventListenerOptions), signal: closing.signal }),
    );
  let store: ReturnType<typeof createStore>;
  try {
    store = createStore();
  } finally {
    listening.mockRestore();
  }
  atTestEnd(() => {
    window.dispatchEvent(new Event("pagehide"));
    closing.abort();
    store.dispatch(clearAllListeners());
    for (const call of store.dispatch(dataApi.util.getRunningQueriesThunk())) call.abort();
    store.dispatch(dataApi.util.resetApiState());
  });
  return store;
}
