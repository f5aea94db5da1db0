import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { Claim, Published } from "@/api/generated";
import { Screen } from "@/kit/screen";
import { asRead } from "@/lib/text/format";
import { AGAINST_COIN, coinLine, hereWords, publishedWords, VERDICTS } from "@/parts/questions/words";
import { Answered } from "./answered";
import { AskButton } from "./ask-button";
import { ClaimPicture, PictureLegend } from "./claim-picture";
import styles from "./claims.module.css";
import { Mark } from "./mark";
import { HOW_MADE } from "./words";

/** What others have published about these sessions, against the data here and a coin. */
export default function ClaimsPage() {
  return (
    <Claims more={<Link to="/methods#coin">{HOW_MADE}</Link>} act={(claim) => <AskButton claim={claim} />} />
  );
}

interface ClaimsProps {
  /** Leads on to the methods. */
  more?: ReactNode;
  /** What can be done with a claim. */
  act?: (claim: Claim) => ReactNode;
}

/** The page for everybody: it asks for nothing but the claims. */
export function Claims({ more, act }: ClaimsProps) {
  return (
    <Screen
      title="Claims"
      head={
        <p>
          Percentages that others have published about a trading day, beside what the data here and a coin
          say.
        </p>
      }
      prints
      className={styles.page}
    >
      <Answered>
        {({ claims }) => {
          const told = claims.filter(({ published }) => published.length > 0);
          return (
            <>
              {told.length === 0 ? <p>No published figure is held against these data.</p> : <PictureLegend />}
              <ul className={styles.claims} aria-label="Claims">
                {told.map((claim) => (
                  <ClaimEntry key={claim.id} claim={claim}>
                    {act?.(claim)}
                  </ClaimEntry>
                ))}
              </ul>
              <HowCounted>{more}</HowCounted>
            </>
          );
        }}
      </Answered>
    </Screen>
  );
}

function ClaimEntry({ claim, children }: { claim: Claim; children: ReactNode }) {
  const { beside_coin, published } = claim;
  return (
    <li className={styles.claim} data-claim={claim.id}>
      <div className={styles.words}>
        <h2>{claim.question}</h2>
        <p className={styles.figures}>
          {[publishedWords(published), hereWords(claim), coinLine(claim)].filter(Boolean).join(" ")}
        </p>
        <ul className={styles.sources}>
          {published.map((each) => (
            <Source key={`${each.who} ${each.where} ${each.figure}`} published={each} />
          ))}
        </ul>
      </div>
      <div className={styles.drawn}>
        <ClaimPicture claim={claim} />
        <p className={styles.beside}>
          {beside_coin && (
            <>
              <Mark of={beside_coin} /> {AGAINST_COIN[beside_coin]}
            </>
          )}
        </p>
        {children}
      </div>
    </li>
  );
}

function Source({ published: { who, where, figure, verdict } }: { published: Published }) {
  return (
    <li>
      <span className={styles.verdict} data-verdict={verdict}>
        <Mark of={verdict} /> {asRead(figure)}: {VERDICTS[verdict]}
      </span>{" "}
      <span className={styles.source}>
        {who}, {where}
      </span>
    </li>
  );
}

function HowCounted({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.counted} aria-labelledby={id}>
      <h2 id={id}>How it is counted</h2>
      <p>
        Each figure is the share of days on which the outcome came, of the days that the question is about,
        with Wilson's 95% interval. A published figure holds where it lies in that interval; of fewer than 30
        days nothing is said of it. A coin's figure is the same question asked of coin days: real sessions in
        which a fair coin kept or turned each five-minute bar. Days have more or fewer than a coin where the
        95% interval of the difference leaves 0 out. What was published may be of other markets, years and
        definitions: its source stands beside it.
      </p>
      {children && <p className={styles.more}>{children}</p>}
    </section>
  );
}
