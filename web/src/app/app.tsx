import { ThemeProvider, useColorScheme } from "@mui/material/styles";
import { useEffect, useState } from "react";
import { Provider } from "react-redux";
import { createBrowserRouter, RouterProvider } from "react-router";
import { flags } from "@/lib/flags";
import { useAppSelector } from "@/lib/state/hooks";
import type { Theme } from "@/lib/state/ui-slice";
import { fetchFocus } from "@/screens/dashboard/dashboard-route";
import { ErrorBoundary } from "./messages/error-boundary";
import { Toaster } from "./messages/toaster";
import { routes } from "./routes";
import type { AppStore } from "./store";
import { theme } from "./theme";

export function App({ store }: { store: AppStore }) {
  const [router] = useState(() => createBrowserRouter(routes));
  useEffect(() => fetchRemembered(store), [store]);
  useEffect(() => () => router.dispose(), [router]);
  return (
    <Provider store={store}>
      <ThemeProvider theme={theme} defaultMode={themeOf(store.getState().ui.theme)} storageManager={null}>
        <ChosenTheme />
        <ErrorBoundary>
          <RouterProvider router={router} />
          <Toaster />
        </ErrorBoundary>
      </ThemeProvider>
    </Provider>
  );
}

/** Fetches the part of the page that is about to be shown while the first answers are on their way. */
function fetchRemembered(store: AppStore) {
  if (store.getState().ui.view === "focus") fetchFocus();
}

/** Paper is white: while a page is printed it has the light theme, whatever is chosen. */
function useLightOnPaper() {
  useEffect(() => {
    const { classList } = document.documentElement;
    const closing = new AbortController();
    const { signal } = closing;
    let isDark = false;
    const print = () => {
      isDark = classList.replace("dark", "light");
    };
    const back = () => void (isDark && classList.replace("light", "dark"));
    window.addEventListener("beforeprint", print, { signal });
    window.addEventListener("afterprint", back, { signal });
    return () => closing.abort();
  }, []);
}

/** The store owns the theme; MUI only puts its class on the root element. */
function ChosenTheme() {
  useLightOnPaper();
  const { setMode } = useColorScheme();
  const chosen = themeOf(useAppSelector(({ ui }) => ui.theme));
  useEffect(() => setMode(chosen), [chosen, setMode]);
  return null;
}

function themeOf(kept: Theme) {
  return flags.darkMode ? kept : "light";
}
