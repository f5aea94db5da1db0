import { ThemeProvider, useColorScheme } from "@mui/material/styles";
import { type ComponentType, useEffect } from "react";
import { Provider } from "react-redux";
import { BrowserRouter, Navigate, Outlet, Route, Routes, useMatch } from "react-router";
import { AccessGate } from "@/features/access/entry/access-gate";
import { AccessRestricted } from "@/features/access/entry/access-restricted";
import { LoginPage } from "@/features/access/entry/login-page";
import { Loading } from "@/features/dashboard/loading";
import { chartViewed } from "@/kept/counters-slice";
import { flags } from "@/lib/flags";
import { pageSettings } from "@/lib/page-settings";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { lazyPart } from "@/lib/ui/lazy-with-retry";
import { ErrorBoundary } from "./messages/error-boundary";
import { Toaster } from "./messages/toaster";
import { DashboardRoute, fetchFocus } from "./routes/dashboard-route";
import { Shell, ShellFrame } from "./shell/shell";
import type { AppStore } from "./store";
import { theme } from "./theme";

const ChartScreen = lazyPart(() => import("./routes/chart-screen"));
/** A link of an alert: whoever opens it needs no session. */
const WatchOff = lazyPart(() => import("@/features/watches/off-page"));

const PublicClaims = lazyPart(() => import("@/features/questions/public-claims"));

const CLAIMS = "/claims";

const PARTS: Record<string, ComponentType> = {
  "/methods": lazyPart(() => import("@/features/methods/methods-page")),
  "/questions": lazyPart(() => import("@/features/questions/questions-page")),
  [CLAIMS]: lazyPart(() => import("@/features/questions/claims-page")),
  "/ama-test": lazyPart(() => import("@/features/demo/ama-test-page")),
  "/ama-demo": lazyPart(() => import("@/features/demo/ama-demo-page")),
  "/excursion": lazyPart(() => import("./routes/excursion-route")),
  "/compare": lazyPart(() => import("@/features/probability/compare/compare-page")),
  "/days": lazyPart(() => import("./routes/gallery-route")),
  "/curve": lazyPart(() => import("./routes/curve-route")),
  "/quiz": lazyPart(() => import("@/features/quiz/quiz-page")),
  "/next": lazyPart(() => import("./routes/next-route")),
  "/alike": lazyPart(() => import("./routes/alike-route")),
  "/path": lazyPart(() => import("./routes/path-route")),
  "/settings": lazyPart(() => import("./routes/settings-route")),
  "/export": lazyPart(() => import("@/features/export/export-page")),
  "/v/:id": lazyPart(() => import("@/features/share/shared-page")),
};

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
  const isPublic = useMatch(CLAIMS) !== null && pageSettings().publicClaims;
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
        <Route path="/dashboard" element={<DashboardRoute />} />
        <Route path="/chart" element={<ChartRoute />} />
        {Object.entries(PARTS).map(([path, Part]) => (
          <Route key={path} path={path} element={<Part />} />
        ))}
        <Route path="*" element={<Navigate to="/dashboard" replace />} />
      </Route>
    </Routes>
  );
}

/** The chart screen, each visit counted; a build without charts has none. */
export function ChartRoute() {
  const dispatch = useAppDispatch();
  useEffect(() => void (flags.charts && dispatch(chartViewed())), [dispatch]);
  return flags.charts ? <ChartScreen /> : <Navigate to="/dashboard" replace />;
}
