import { type FunctionComponent, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "./button";
import styles from "./lazy-with-retry.module.css";

type Load<Props> = () => Promise<{ default: FunctionComponent<Props> }>;

const WAITS_MS = [500, 1000, 2000];

/** A part fetched when first shown, asked for three times more; then its place says so and offers to try again. */
export function lazyWithRetry<Props extends object>(load: Load<Props>) {
  return lazy(() => persistently(load).catch(() => ({ default: missing(load) })));
}

/** The same with a boundary of its own: `meanwhile` is shown until it has loaded. */
export function lazyPart<Props extends object>(load: Load<Props>, meanwhile: ReactNode = null) {
  const Part = lazyWithRetry(load) as unknown as FunctionComponent<Props>;
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
}

async function persistently<Props>(load: Load<Props>): ReturnType<Load<Props>> {
  for (const wait of WAITS_MS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
      askStylesAgain();
    }
  }
  return await load();
}

/** The bundler asks for a part's styles only with the first try. */
function askStylesAgain() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
}

function missing<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  return function Missing(props: Props) {
    const [Part, setPart] = useState<FunctionComponent<Props> | null>(null);
    const [isTrying, setTrying] = useState(false);
    const again = async () => {
      setTrying(true);
      const loaded = await persistently(load).catch(() => null);
      setTrying(false);
      if (loaded) setPart(() => loaded.default);
    };
    if (Part) return <Part {...props} />;
    return (
      <div className={styles.missing} role="alert">
        <p>This part of the page could not be loaded. What you set up is kept.</p>
        <Button disabled={isTrying} onClick={() => void again()}>
          Try again
        </Button>
      </div>
    );
  };
}
