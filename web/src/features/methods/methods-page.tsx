import { METHODS } from "./methods";
import styles from "./methods.module.css";

/** The definitions of the modules this version has; the whole page comes with the chart part. */
export default function MethodsPage() {
  return (
    <article className={styles.page}>
      <h1>Understanding Our Statistical Methods</h1>
      <p>
        Every figure counts whole trading days of 81 five-minute bars. Days without a value for a feature
        leave its denominator. A figure is never shown without the number of days behind it.
      </p>
      <nav aria-label="Contents">
        <ul className={styles.contents}>
          {METHODS.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {METHODS.map(({ id, title, paragraphs }) => (
        <section key={id} id={id} className={styles.section}>
          <h2>{title}</h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
