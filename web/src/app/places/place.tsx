import { type ComponentType, useEffect } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { useCatalogue } from "@/api/catalogue";
import { useProfilesQuery } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { lazyPart } from "@/kit/lazy-with-retry";
import { Screen as Frame } from "@/kit/screen";
import { notInPlan } from "@/kit/words";
import { useAppSelector } from "@/lib/state/hooks";
import { Loading } from "@/screens/dashboard/loading";
import { addressOf, SCREENS, type Screen, type View, viewAt } from "@/screens/screens";
import { useHasPart } from "./has-part";
import styles from "./places.module.css";
import { useViewScroll } from "./use-view-scroll";
import { withView } from "./view-address";
import { ViewBar } from "./view-bar";

const PARTS = new Map<View, ComponentType>(
  SCREENS.flatMap(({ views }) =>
    views.flatMap((view) => (view.load ? [[view, lazyPart(view.load)] as const] : [])),
  ),
);

/** A screen: the bar of its views where it has several, and the view that the address names (see `KeptAnswers`). */
export function Place({ screen }: { screen: Screen }) {
  const location = useLocation();
  const view = viewAt(screen, location);
  const cards = useAppSelector(({ ui }) => ui.view);
  useViewScroll(`${screen.path} ${view?.name} ${cards}`);
  return (
    <>
      {screen.views.length > 1 && <ViewBar screen={screen} current={view} />}
      {view ? <Shown key={view.name} {...{ screen, view }} /> : <NoView screen={screen} />}
    </>
  );
}

/** A view; where the plan lacks it, what it is. */
function Shown({ screen, view }: { screen: Screen; view: View }) {
  const { search, hash } = useLocation();
  const hasPart = useHasPart();
  const { error, refetch } = useCatalogue();
  const isThere = hasPart(view.part);
  useEffect(() => void (isThere === undefined && view.load?.().catch(() => null)), [isThere, view]);
  const Part = PARTS.get(view);
  if (isThere === undefined)
    return error ? <Failed onRetry={refetch}>{errorText(error)}</Failed> : <Loading />;
  if (isThere) return Part && <Part />;
  const other = screen.views.find(({ part }) => hasPart(part));
  const isNamed = new URLSearchParams(search).has("view");
  if (!isNamed && other) return <Navigate to={withView(screen, other, { search, hash })} replace />;
  return <NotInPlan screen={screen} view={view} other={other} />;
}

interface NotInPlanProps {
  screen: Screen;
  view: View;
  /** A view of the same screen that the plan has. */
  other: View | undefined;
}

function NotInPlan({ screen, view, other }: NotInPlanProps) {
  const plan = usePlanWith(view.part);
  return (
    <Frame title={view.title} head={<p>{view.detail}.</p>}>
      <p>
        {notInPlan("this view")}. {plan && `It comes with ${plan}.`}
      </p>
      <p>
        <Link to={other ? addressOf(screen, other) : "/dashboard"}>
          Open {other ? other.title : "the dashboard"}
        </Link>
      </p>
      <Picture view={view} />
    </Frame>
  );
}

/** The name of the smallest plan that has a part. */
function usePlanWith(part: View["part"]): string | undefined {
  const { data } = useProfilesQuery();
  return data?.profiles.find(({ limits }) => part && limits.features[part] === true)?.display_name;
}

/** Made by `make pictures`, by the name of the view and the theme. */
const PICTURES = import.meta.glob<string>("./pictures/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

const SIZE = { width: 960, height: 640 };

/** A view on the sample, as its plan shows it; the other theme's picture is not fetched. */
function Picture({ view }: { view: View }) {
  const light = PICTURES[`./pictures/${view.name}-light.webp`];
  const dark = PICTURES[`./pictures/${view.name}-dark.webp`];
  const words = `${view.title} on the sample data`;
  if (!light || !dark) return null;
  return (
    <figure className={styles.picture}>
      <figcaption>On the sample data:</figcaption>
      <img src={light} alt={words} loading="lazy" data-theme="light" {...SIZE} />
      <img src={dark} alt={words} loading="lazy" data-theme="dark" {...SIZE} />
    </figure>
  );
}

function NoView({ screen }: { screen: Screen }) {
  const name = new URLSearchParams(useLocation().search).get("view");
  const [first] = screen.views;
  return (
    <Frame title={screen.title}>
      <p role="alert">{`${screen.title} has no view “${name}”.`}</p>
      <p>
        <Link to={screen.path}>Open {screen.views.length > 1 ? first.title : screen.title}</Link>
      </p>
    </Frame>
  );
}
