import { type FormEvent, useId, useState } from "react";
import { useAddWatchMutation } from "@/api/calls/watches-api";
import { useFeaturesByName } from "@/api/catalogue";
import type { WatchesAnswer, WatchRequest } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { SelectField, TextField } from "@/kit/fields/fields";
import { useAppSelector } from "@/lib/state/hooks";
import { listed } from "@/lib/text/format";
import { filterWords } from "@/question/filter-words";
import { type Filter, isDates, isGroup, isOfLists } from "@/question/filters";
import { lateFilters } from "@/question/late-filters";
import { fieldError } from "./field-error";
import styles from "./saved-filters.module.css";
import { tellMe, WEBHOOK_ADDRESS } from "./words";

type Channel = WatchRequest["channel"];

const CHANNELS: Record<Channel, string> = { email: "E-mail", webhook: "Webhook" };

interface Props extends Pick<WatchesAnswer, "channels" | "why"> {
  name: string;
  /** The preset's filters without its dates, and its instrument. */
  conditions: Pick<WatchRequest, "filters" | "symbol">;
  filters: readonly Filter[];
  /** With the secret of a webhook that is watched from now on. */
  onDone: (secret?: string | null) => void;
}

/** How to send the alerts; first it names conditions that cannot alert in time, or at all. */
export function WatchForm({ name, conditions, filters, channels, why, onDone }: Props) {
  const [first] = channels;
  return (
    <section aria-label={tellMe(name)} className={styles.watch}>
      <Cautions filters={filters} />
      {first ? (
        <Ways {...{ name, conditions, channels, first, onDone }} />
      ) : (
        <>
          <p role="note">{why}</p>
          <Button look="quiet" autoFocus onClick={() => onDone()}>
            Close
          </Button>
        </>
      )}
    </section>
  );
}

/** What somebody should know before they wait for an alert. */
function Cautions({ filters }: Pick<Props, "filters">) {
  const features = useFeaturesByName();
  const late = lateFilters(filters, features);
  const words = listed(late.map((filter) => `“${filterWords(filter, features)}”`));
  const hope = late.some((filter) => !isGroup(filter) && isOfLists(filter)) ? "can" : "may";
  return (
    <>
      {late.length > 0 && (
        <p role="note" className={styles.caution}>
          {`This ${hope} never match in time: ${words} ${late.length === 1 ? "is" : "are"} known for certain only after the close.`}
        </p>
      )}
      {filters.some(isDates) && <p className={styles.none}>Its dates do not count for the next session.</p>}
    </>
  );
}

type WaysProps = Pick<Props, "name" | "conditions" | "channels" | "onDone"> & { first: Channel };

function Ways({ name, conditions, channels, first, onDone }: WaysProps) {
  const [add, { error, isLoading }] = useAddWatchMutation();
  const [channel, setChannel] = useState(first);
  const [url, setUrl] = useState("");
  const isHook = channel === "webhook";
  const ofUrl = isHook ? fieldError("url", error) : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const where = isHook ? { url: url.trim() } : {};
    const { data } = await add({ watchRequest: { ...conditions, name, channel, ...where } });
    if (data) onDone(data.secret);
  };
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <label className={styles.way}>
        Tell me by
        <SelectField
          autoFocus
          value={channel}
          choices={channels.map((value) => ({ value, label: CHANNELS[value] }))}
          onChoose={(chosen) => setChannel(chosen as Channel)}
        />
      </label>
      {isHook ? <Hook url={url} failure={ofUrl} onChange={setUrl} /> : <Mailbox />}
      <p className={styles.none}>
        After the night, and by what the service hears of the day itself; once a day at most.
      </p>
      {error && ofUrl === null && <p role="alert">{errorText(error)}</p>}
      <div className={styles.actions}>
        <Button type="submit" look="primary" disabled={isLoading || (isHook && url.trim() === "")}>
          Tell me
        </Button>
        <Button look="quiet" onClick={() => onDone()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The caller's own address: alerts go to no other. */
function Mailbox() {
  const email = useAppSelector(({ session }) => session.user?.email);
  return <p>{email ? `To ${email}` : "To your own address"}</p>;
}

interface HookProps {
  url: string;
  failure: string | null;
  onChange: (url: string) => void;
}

function Hook({ url, failure, onChange }: HookProps) {
  const id = useId();
  return (
    <label className={styles.way}>
      {WEBHOOK_ADDRESS}
      <TextField
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        maxLength={2000}
        value={url}
        aria-invalid={failure !== null}
        aria-describedby={failure === null ? undefined : id}
        onChange={(event) => onChange(event.target.value)}
      />
      {failure !== null && (
        <span id={id} role="alert" className={styles.failure}>
          {failure}
        </span>
      )}
    </label>
  );
}
