import { type RefObject, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { Screen } from "@/kit/screen";
import { ChapterSection } from "./chapter-section";
import { CHAPTERS } from "./chapters/chapters";
import styles from "./methods.module.css";
import { VersionLine } from "./version-line";
import { METHODS_TITLE } from "./words";

const CALM = "(prefers-reduced-motion: reduce)";

/** How every figure is made, for people who want to check one. */
export default function MethodsPage() {
  const page = useRef<HTMLDivElement>(null);
  useAnchor(page);
  useOpenInPrint(page);
  return (
    <Screen
      ref={page}
      title={METHODS_TITLE}
      head={
        <p>
          What each figure counts, how far it carries, and how to check it by hand. A figure is never shown
          without the number of days behind it.
        </p>
      }
      prints
      className={styles.page}
    >
      <nav className={styles.contents} aria-label="Contents">
        <ul>
          {CHAPTERS.map(({ id, title, topics }) => (
            <li key={id}>
              <Link to={{ hash: id }}>{title}</Link>
              <ul>
                {topics.map((topic) => (
                  <li key={topic.id}>
                    <Link to={{ hash: topic.id }}>{topic.title}</Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.chapters}>
        {CHAPTERS.map((chapter) => (
          <ChapterSection key={chapter.id} {...chapter} />
        ))}
      </div>
      <footer>
        <p>
          <a href="/docs">Every call of the API, to read and to try</a>
        </p>
        <p>
          <a href="/licenses.txt">Licences of the software and the typeface that this page is made of</a>
        </p>
        <VersionLine />
      </footer>
    </Screen>
  );
}

/** Opens what is folded while the page is printed, and folds it again after. */
function useOpenInPrint(page: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const listening = new AbortController();
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...(page.current?.querySelectorAll<HTMLDetailsElement>("details:not([open])") ?? [])];
      for (const chapter of opened) chapter.open = true;
    };
    const fold = () => {
      for (const chapter of opened) chapter.open = false;
    };
    window.addEventListener("beforeprint", open, { signal: listening.signal });
    window.addEventListener("afterprint", fold, { signal: listening.signal });
    return () => listening.abort();
  }, [page]);
}

/**
 * Goes to the heading an address names, opening the chapter around it: at once on arrival, smoothly within the
 * page unless motion is unwelcome. An anchor nobody has is left alone, and so is the place where only the view that the
 * address bears has changed; a link within the page says nothing of that view.
 */
function useAnchor(page: RefObject<HTMLElement | null>) {
  const { hash, search, key } = useLocation();
  const before = useRef<{ hash: string; search: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again goes there again
  useEffect(() => {
    const last = before.current;
    before.current = { hash, search };
    if (last?.hash === hash && last.search !== search && search !== "") return;
    const heading = hash && page.current?.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
    if (heading) goTo(heading, last !== null && !window.matchMedia(CALM).matches ? "smooth" : "auto");
  }, [page, hash, key]);
}

function goTo(heading: HTMLElement, behavior: ScrollBehavior) {
  const chapter = heading.closest("details");
  if (chapter) chapter.open = true;
  heading.scrollIntoView({ behavior, block: "start" });
  heading.focus({ preventScroll: true });
}
