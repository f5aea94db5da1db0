import { Link } from "react-router";
import type { Chapter } from "./chapters/chapter";
import styles from "./methods.module.css";

/** The page's chapters and their topics; beside the text where there is room. */
export function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav className={styles.contents} aria-label="Contents">
      <ul>
        {chapters.map(({ id, title, topics }) => (
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
  );
}
