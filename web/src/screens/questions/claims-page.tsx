import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { Claim, Published } from "@/api/generated";
import { Screen } from "@/kit/screen";
import { asRead } from "@/lib/text/format";
import { hereWords, publishedWords } from "@/parts/questions/words";
import { Answered } from "./answered";
import { AskButton } from "./ask-button";
import { ClaimPicture, PictureLegend } from "./claim-picture";
import styles from "./claims.module.css";
import { Marked } from "./mark";
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
              {told.length === 0 ? (
                <p>No published figure is compared with these data.</p>
              ) : (
                <PictureLegend />
              )}
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
  const { coin, published, stopped } = claim;
  return (
    <li className={styles.claim} data-claim={claim.id}>
      <div className={styles.words}>
        <h2>{claim.question}</h2>
        <p className={styles.figures}>{`${publishedWords(published)} ${hereWords(claim)}`}</p>
        <p className={styles.stopped}>{asRead(stopped.verdict.words)}</p>
        <ul className={styles.sources}>
          {published.map((each) => (
            <Source key={`${each.who} ${each.where} ${each.figure}`} published={each} />
          ))}
        </ul>
      </div>
      <div className={styles.drawn}>
        <ClaimPicture claim={claim} />
        <p>{coin && <Marked verdict={coin.verdict} />}</p>
        {children}
      </div>
    </li>
  );
}

function Source({ published: { who, where, figure, verdict } }: { published: Published }) {
  return (
    <li>
      <span className={styles.verdict}>
        <Marked verdict={verdict} about={`${asRead(figure)}: `} />
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
        with Wilson's 95% interval. It agrees with a published figure where its 90% interval lies within 5
        points of that figure, and differs where its 95% interval is more than a point away. A figure of
        another market is not compared. A coin's figure is the same question about coin days: real sessions in
        which a fair coin kept or turned each five-minute bar. Each day is compared with the coin days of its
        own session that the question is about as well. More or fewer is said where the p-value, by Holm's
        method for all questions together, is below 0.05. The days after the first half are looked at for a
        fall of the rate; by chance such an alarm comes about once in 2,500 days. What was published may be of
        other years and definitions: its source is named.
      </p>
      {children && <p className={styles.more}>{children}</p>}
    </section>
  );
}
