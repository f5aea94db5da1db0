import Close from "@mui/icons-material/Close";
import { type ReactNode, useRef } from "react";
import { baseName } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { Button } from "@/kit/button";
import { PlainSelect } from "@/kit/fields/plain-fields";
import {
  type Condition,
  type Filter,
  type Group,
  type GroupKind,
  incompleteReason,
  isComplete,
  isOfLists,
} from "@/question/filters";
import { isTakenBack } from "../card/filter-draft";
import { ConditionFields, Note } from "./condition-fields";
import styles from "./filter-editor.module.css";
import { ofKind, type Taken, withCount, withMember, withoutMember } from "./group-edits";
import { LISTS_NAME, ListFields } from "./list-fields";

const KINDS: { value: GroupKind; label: string }[] = [
  { value: "any_of", label: "Any of these" },
  { value: "none_of", label: "None of these" },
  { value: "at_least", label: "At least" },
];

interface Props {
  group: Group;
  features: ReadonlyMap<string, Feature>;
  taken: Taken;
  onEdit: (filter: Filter) => void;
}

/** The conditions of a group, and how many of them are to hold. */
export function GroupFields({ group, features, taken, onEdit }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const lacking = group.of.every(isComplete) && incompleteReason(group);
  const remove = (at: number) => {
    onEdit(withoutMember(group, at, taken));
    list.current?.querySelector<HTMLElement>("select")?.focus();
  };
  return (
    <div ref={list} className={styles.group}>
      <div className={styles.kind}>
        <PlainSelect
          aria-label="How many hold"
          value={group.kind}
          choices={KINDS}
          onChoose={(kind) => onEdit(ofKind(group, kind as GroupKind))}
        />
        {group.kind === "at_least" && (
          <>
            <PlainSelect
              aria-label="At least how many"
              value={String(group.count)}
              choices={group.of.map((_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
              onChoose={(count) => onEdit(withCount(group, Number(count)))}
            />
            <span aria-hidden="true">of these</span>
          </>
        )}
      </div>
      {group.of.map((condition, at) => (
        <Member
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place
          key={at}
          condition={condition}
          place={at + 1}
          feature={features.get(baseName(condition.feature))}
          onEdit={(next, feature) =>
            isTakenBack(condition, next, feature) ? remove(at) : onEdit(withMember(group, at, next))
          }
          onRemove={() => remove(at)}
        />
      ))}
      {lacking && <Note>Incomplete: {lacking}</Note>}
    </div>
  );
}

interface MemberProps {
  condition: Condition;
  place: number;
  feature: Feature | undefined;
  onEdit: (condition: Condition, feature: Feature | undefined) => void;
  onRemove: () => void;
}

function Member({ condition, place, feature, onEdit, onRemove }: MemberProps): ReactNode {
  const name = feature?.displayName ?? (isOfLists(condition) ? LISTS_NAME : condition.feature);
  const label = `Condition ${place}: ${name}`;
  const edit = (next: Condition) => onEdit(next, feature);
  return (
    <fieldset className={styles.member} data-member>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.memberHead}>
        <strong>{name}</strong>
        <Button look="bare" aria-label={`Remove condition ${place}: ${name}`} onClick={onRemove}>
          <Close fontSize="inherit" />
        </Button>
      </div>
      <div className={styles.fields} data-fields>
        {isOfLists(condition) && <ListFields {...{ condition, label }} onEdit={edit} />}
        {feature && <ConditionFields {...{ condition, feature, label }} onEdit={edit} />}
      </div>
    </fieldset>
  );
}
