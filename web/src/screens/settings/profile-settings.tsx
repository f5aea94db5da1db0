import { useMeQuery } from "@/api/generated";
import { LIFETIMES } from "@/api/lifetimes";
import { type SessionUser, selectOwnTier, selectTier, tierViewed } from "@/api/session/session-slice";
import { Button } from "@/kit/button";
import { SelectField } from "@/kit/fields/fields";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { narrower, TIER_NAMES, TIERS, type Tier } from "@/lib/tiers";
import styles from "./settings.module.css";
import { SettingsSection } from "./settings-section";

const SOURCES: Record<SessionUser["profile_source"], string> = {
  url: "from the course's link",
  course: "from the course",
  env: "from this service",
  default: "the usual one",
  account: "from the account",
  code: "from a redeemed code",
  token: "a personal token",
};

/** Who is signed in and with which tier, and a look through a smaller one. */
export function ProfileSettings() {
  const { data } = useMeQuery(undefined, { refetchOnMountOrArgChange: LIFETIMES.user });
  const user = useAppSelector(({ session }) => session.user);
  const own = useAppSelector(selectOwnTier);
  const lines = {
    Name: data?.username ?? user?.username,
    "E-mail": data?.email,
    Course: data?.course_title ?? data?.course_id,
    Profile: user && `${TIER_NAMES[own]}, ${SOURCES[user.profile_source]}`,
  };
  return (
    <SettingsSection title="Profile">
      <dl className={styles.facts}>
        {Object.entries(lines).map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      {own !== "lite" && <ViewAs own={own} />}
    </SettingsSection>
  );
}

/** A choice among the visitor's own tier and those below; the server narrows, and never widens. */
function ViewAs({ own }: { own: Tier }) {
  const dispatch = useAppDispatch();
  const shown = useAppSelector(selectTier);
  const choices = TIERS.filter((tier) => narrower(own, tier) === tier);
  const view = (tier: string) => dispatch(tierViewed(tier === own ? null : (tier as Tier)));
  return (
    <>
      <p>See the page as a smaller profile shows it. This lasts until you reset it or leave the page.</p>
      <div className={styles.ways}>
        <label className={styles.field}>
          View as
          <SelectField
            value={shown}
            choices={choices.map((tier) => ({ value: tier, label: TIER_NAMES[tier] }))}
            onChoose={view}
          />
        </label>
        <Button
          className={styles.beside ?? ""}
          disabled={shown === own}
          onClick={() => dispatch(tierViewed(null))}
        >
          Reset to {TIER_NAMES[own]}
        </Button>
      </div>
    </>
  );
}
