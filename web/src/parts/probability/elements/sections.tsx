import { createElement, Fragment } from "react";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { formatLimits } from "@/question/figures/format";
import { type Proportion, SMALL, shareLead } from "@/question/figures/wilson";
import type { Cell, Of, Section, Sections, Table, Value } from "../displays/section";
import styles from "../probability.module.css";
import { smallSample } from "../words";
import { Caption } from "./caption";
import { Curve } from "./curve";
import { DaysOf, SideDays } from "./day-links";
import { Drawing } from "./drawing";
import { Rates, Track } from "./rates";
import { Stopped } from "./stopped";
import tables from "./table.module.css";
import { Years } from "./years";

/** What a display shows, one below the other. */
export function SectionList({ sections }: { sections: Sections }) {
  return createElement(Fragment, null, ...sections.map((section) => section && shown(section)));
}

function shown(section: Section) {
  if ("empty" in section) return <Empty>{section.empty}</Empty>;
  if ("few" in section) return <SmallSample count={section.few} />;
  if ("text" in section) return <p className={styles[section.as]}>{section.text}</p>;
  if ("figures" in section) return <Figures {...section} />;
  if ("headline" in section) return <Headline {...section} />;
  if ("head" in section) return <ShareTable {...section} />;
  if ("more" in section) return <More {...section} />;
  if ("stopped" in section) return <Stopped feature={section.stopped} />;
  return "side" in section ? <Side {...section} /> : drawn(section);
}

function drawn(section: Of<"track"> | Of<"rates"> | Of<"drawing"> | Of<"curve"> | Of<"years">) {
  if ("track" in section) return <RateTrack {...section} />;
  if ("rates" in section) return <Shares {...section} />;
  if ("drawing" in section) return <Distribution {...section} />;
  return "curve" in section ? <Curve {...section} /> : <Years {...section} />;
}

export function Empty({ children }: { children: string }) {
  return <p className={styles.empty}>{children}</p>;
}

/** The amber line under a rate of few; `count` says how many of what: "12 days". */
export function SmallSample({ count }: { count: string }) {
  return <p className={styles.caution}>{smallSample(count)}</p>;
}

/** Figures in a line that wraps: a quiet word, then the number; or a line for each. */
function Figures({ figures, inLines = false }: Of<"figures">) {
  return (
    <dl className={styles.figures} data-lines={inLines}>
      {Object.entries(figures).map(
        ([name, value]) => value && <Figure key={name} name={name} value={value} />,
      )}
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: Value }) {
  const share = typeof value === "object" && "share" in value ? value.share : null;
  return (
    <div className={styles.figure} data-small={share === null ? undefined : share.n < SMALL}>
      <dt>{name}</dt>
      <dd>{told(value)}</dd>
      {share && <dd className={styles.basis}>{basisOf(share)}</dd>}
    </div>
  );
}

function told(value: Value) {
  if (typeof value === "string") return value;
  if ("text" in value) return <DaysOf bar={value.bar}>{value.text}</DaysOf>;
  return value.share ? shareLead(value.share) : formatPercent(null);
}

/** The base of a share: of how many, and its interval. */
function basisOf({ n, percentage, interval }: Proportion): string {
  return `${n < SMALL ? formatPercent(percentage) : `of ${formatCount(n)}`} (${formatLimits(interval)})`;
}

function Headline({ headline, bar, words, luck }: Of<"headline">) {
  return (
    <p className={styles.headline}>
      <strong className={styles.big}>
        <DaysOf bar={bar}>{headline}</DaysOf>
      </strong>{" "}
      <span>{words}</span>
      {luck && <b>{luck}</b>}
    </p>
  );
}

function RateTrack({ track, label, hint }: Of<"track">) {
  const elsewhere = track.others !== undefined && `others ${formatPercent(track.others)}`;
  return (
    <div>
      <div role="img" aria-label={label} data-hint={hint}>
        <Track {...track} shape="dot" />
      </div>
      <Caption text={`95% ${formatLimits(track.interval)}`} note={elsewhere} />
    </div>
  );
}

function Shares(shares: Of<"rates">) {
  const hasOthers = shares.rates.some(({ others }) => others !== undefined);
  const hasCoin = shares.rates.some(({ coin }) => typeof coin === "number");
  const legend = [hasOthers && "dotted tick: others", hasCoin && "○ coin"].filter(Boolean).join(", ");
  return (
    <>
      <Rates {...shares} />
      <Caption text={`of ${countOf(shares.n, "day")}`} note={legend} />
    </>
  );
}

function Distribution({ caption, elsewhere, ...drawn }: Of<"drawing">) {
  return (
    <>
      <Drawing {...drawn} />
      <Caption text={caption} note={drawn.drawing.others && `dotted: ${elsewhere ?? "others"}`} />
    </>
  );
}

/** What a card can do without at a glance; `more` tells a screen reader which details these are. */
function More({ more, name, sections }: Of<"more">) {
  return (
    <details className={styles.more}>
      <summary>
        {name ?? "More"}
        <span className="visually-hidden">{name ? `: ${more}` : ` on ${more}`}</span>
      </summary>
      <div className={styles.moreBody}>
        <SectionList sections={sections} />
      </div>
    </details>
  );
}

function Side({ side, name, sections }: Of<"side">) {
  return (
    <SideDays side={side}>
      <h5 className={styles.subheading}>{name}</h5>
      <SectionList sections={sections} />
    </SideDays>
  );
}

function ShareTable({ caption, hidesCaption = false, head, rows }: Table) {
  return (
    <table className={tables.table}>
      <caption className={hidesCaption ? "visually-hidden" : undefined}>{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={first.lead}>
            <th scope="row">
              <Content {...first} />
            </th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]} data-small={cell.isSmall}>
                <Content {...cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Content({ lead, of, notes = [], bar }: Cell) {
  return (
    <>
      <span>
        <DaysOf bar={bar}>{lead}</DaysOf>
      </span>
      {of && " "}
      {of && <span className={tables.of}>{of}</span>}
      {notes.map((note) => note && <small key={note}>{note}</small>)}
    </>
  );
}
