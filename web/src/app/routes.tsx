import { Navigate, Outlet, type RouteObject, useLocation, useMatch, useRouteError } from "react-router";
import { currentAddress, MOVED } from "@/address/moved";
import { lazyPart } from "@/kit/lazy-with-retry";
import { pageSettings } from "@/lib/page-settings";
import { Loading } from "@/screens/dashboard/loading";
import { AccessGate } from "@/screens/entry/gate/access-gate";
import { AccessRestricted } from "@/screens/entry/gate/access-restricted";
import { LoginPage } from "@/screens/entry/gate/login-page";
import { pathsOf, SCREENS } from "@/screens/screens";
import { KeptAnswers } from "./places/kept-answers";
import { Place } from "./places/place";
import { Shell, ShellFrame } from "./shell/shell";

/** A link of an alert: it opens without a session. */
const WatchOff = lazyPart(() => import("@/screens/entry/off/off-page"));
const PublicClaims = lazyPart(() => import("@/screens/questions/public-claims"));
const SharedPage = lazyPart(() => import("@/screens/entry/share/shared-page"));

/** A route for each path of the table, and one for each address of an earlier version. */
export const screenRoutes: RouteObject[] = [
  {
    element: <Places />,
    children: SCREENS.flatMap((screen) =>
      pathsOf(screen).map((path) => ({ path, element: <Place screen={screen} /> })),
    ),
  },
  ...Object.keys(MOVED).map((path) => ({ path, element: <Moved /> })),
];

/** The addresses of the page. */
export const routes: RouteObject[] = [
  {
    errorElement: <Thrown />,
    children: [
      { path: "/access-denied", element: <AccessRestricted text="Access denied" /> },
      { path: "/login", element: <LoginPage /> },
      { path: "/off/:token", element: <WatchOff /> },
      {
        element: <Inside />,
        children: [
          ...screenRoutes,
          { path: "/v/:id", element: <SharedPage /> },
          { path: "*", element: <Navigate to="/dashboard" replace /> },
        ],
      },
    ],
  },
];

/** What only a visitor who was let in may see. */
function Inside() {
  const isPublic = useMatch("/claims") !== null && pageSettings().publicClaims;
  return (
    <AccessGate
      frame={(words) => <ShellFrame>{words}</ShellFrame>}
      loading={<Loading />}
      open={isPublic && <PublicClaims />}
    >
      <Shell>
        <Outlet />
      </Shell>
    </AccessGate>
  );
}

function Places() {
  return (
    <>
      <Outlet />
      <KeptAnswers />
    </>
  );
}

/** What a screen throws is for the page's own boundary. */
function Thrown(): never {
  throw useRouteError();
}

function Moved() {
  return <Navigate to={currentAddress(useLocation())} replace />;
}
