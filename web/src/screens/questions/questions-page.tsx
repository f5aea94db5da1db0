import Search from "@mui/icons-material/Search";
import InputBase from "@mui/material/InputBase";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { Claim } from "@/api/generated";
import { Screen } from "@/kit/screen";
import { asRead, countOf } from "@/lib/text/format";
import { byGroup, limitsWords, matching, shareWords } from "@/parts/questions/words";
import { Answered } from "./answered";
import { AskButton } from "./ask-button";
import { Marked } from "./mark";
import styles from "./questions.module.css";
import { YearBars } from "./year-bars";

/** The usual questions by group, each with its answer in a line; one click asks it on the dashboard. */
export default function QuestionsPage() {
  const [text, setText] = useState("");
  return (
    <Screen
      title="Questions"
      head={
        <p className={styles.note}>
          What traders ask of a session, answered on all days. “Ask it” sets a question's filters on the
          dashboard and opens its card. What others have published stands under{" "}
          <Link to="/claims">Claims</Link>.
        </p>
      }
      className={styles.page}
    >
      <InputBase
        type="search"
        className={styles.search ?? ""}
        startAdornment={<Search fontSize="inherit" />}
        slotProps={{ input: { "aria-label": "Search the questions" } }}
        placeholder="Search the questions"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === "Escape" && setText("")}
      />
      <Answered>{({ claims }) => <Groups claims={claims} text={text} />}</Answered>
    </Screen>
  );
}

function Groups({ claims, text }: { claims: Claim[]; text: string }) {
  const found = matching(claims, text);
  return (
    <>
      <p role="status" className={found.length > 0 ? "visually-hidden" : styles.none}>
        {found.length > 0 ? countOf(found.length, "question") : `No question has “${text.trim()}”.`}
      </p>
      {byGroup(found).map(([group, members]) => (
        <Group key={group} name={group} claims={members} />
      ))}
    </>
  );
}

function Group({ name, claims }: { name: string; claims: Claim[] }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <ul>
        {claims.map((claim) => (
          <Row key={claim.id} claim={claim} />
        ))}
      </ul>
    </section>
  );
}

/** A question and its answer in one line; on a phone in a few. */
function Row({ claim }: { claim: Claim }) {
  const limits = limitsWords(claim);
  return (
    <li className={styles.row} data-question={claim.id}>
      <span className={styles.question}>
        {claim.question}
        {claim.is_own && (
          <span className={styles.own} data-hint="Added by the maintainer of this service">
            Own
          </span>
        )}
      </span>
      <span className={styles.rate}>
        <strong>{shareWords(claim.rate)}</strong>
        {limits && (
          <span data-hint="95% interval">
            <span className="visually-hidden">95% interval </span>
            {limits}
          </span>
        )}
      </span>
      <span className={styles.days}>{countOf(claim.days, "day")}</span>
      <span className={styles.coin}>{claim.coin && <Marked verdict={claim.coin.verdict} />}</span>
      <YearBars years={claim.years} overall={claim.rate} />
      <AskButton claim={claim} />
      <span className={styles.stopped}>{asRead(claim.stopped.verdict.words)}</span>
    </li>
  );
}
