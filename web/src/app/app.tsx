import { ThemeProvider, useColorScheme } from "@mui/material/styles";
import { useEffect } from "react";
import { Provider } from "react-redux";
import { BrowserRouter, Navigate, Outlet, Route, Routes, useMatch } from "react-router";
import { lazyPart } from "@/kit/lazy-with-retry";
import { flags } from "@/lib/flags";
import { pageSettings } from "@/lib/page-settings";
import { useAppSelector } from "@/lib/state/hooks";
import { fetchFocus } from "@/screens/dashboard/dashboard-route";
import { Loading } from "@/screens/dashboard/loading";
import { AccessGate } from "@/screens/entry/gate/access-gate";
import { AccessRestricted } from "@/screens/entry/gate/access-restricted";
import { LoginPage } from "@/screens/entry/gate/login-page";
import { ErrorBoundary } from "./messages/error-boundary";
import { Toaster } from "./messages/toaster";
import { screenRoutes } from "./screen-routes";
import { Shell, ShellFrame } from "./shell/shell";
import type { AppStore } from "./store";
import { theme } from "./theme";

/** A link of an alert: it opens without a session. */
const WatchOff = lazyPart(() => import("@/screens/entry/off/off-page"));
const PublicClaims = lazyPart(() => import("@/screens/questions/public-claims"));

export function App({ store }: { store: AppStore }) {
  useEffect(() => fetchRemembered(store), [store]);
  return (
    <Provider store={store}>
      <ThemeProvider theme={theme} defaultMode={themeOf(store.getState().ui.theme)} storageManager={null}>
        <ChosenTheme />
        <ErrorBoundary>
          <BrowserRouter>
            <Screens />
          </BrowserRouter>
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

function themeOf(kept: "light" | "dark") {
  return flags.darkMode ? kept : "light";
}

function Screens() {
  const isPublic = useMatch("/claims") !== null && pageSettings().publicClaims;
  return (
    <Routes>
      <Route path="/access-denied" element={<AccessRestricted text="Access denied" />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/off/:token" element={<WatchOff />} />
      <Route
        element={
          <AccessGate
            frame={(words) => <ShellFrame>{words}</ShellFrame>}
            loading={<Loading />}
            open={isPublic && <PublicClaims />}
          >
            <Shell>
              <Outlet />
            </Shell>
          </AccessGate>
        }
      >
        {screenRoutes}
        <Route path="*" element={<Navigate to="/dashboard" replace />} />
      </Route>
    </Routes>
  );
}
