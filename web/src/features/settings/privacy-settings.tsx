import { pageSettings } from "@/lib/page-settings";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Check } from "@/lib/ui/fields/check";
import { SettingsSection } from "./settings-section";
import { selectUsageEvents, usageEventsSwitched } from "./state/preferences-slice";

/** What leaves the browser, and a way to send less of it. */
export function PrivacySettings() {
  const { analyticsUrl } = pageSettings();
  return (
    <SettingsSection title="What leaves this browser">
      <p>
        Every question goes to the service that this page came from, under your sign-in: filters, dates, open
        cards, chosen days and chart settings. It could not be answered otherwise.
      </p>
      {analyticsUrl === null ? (
        <p>No usage events are sent: this service names no address for them.</p>
      ) : (
        <UsageEvents host={new URL(analyticsUrl, location.origin).host} />
      )}
    </SettingsSection>
  );
}

function UsageEvents({ host }: { host: string }) {
  const dispatch = useAppDispatch();
  const isOn = useAppSelector(selectUsageEvents);
  return (
    <>
      <p>
        Usage events go to {host}: the filters you apply (feature, operator and value) and calls that failed
        (which one, with how many filters). They bear a random number that changes after half an hour, not who
        you are.
      </p>
      <Check label="Send usage events" checked={isOn} onChange={() => dispatch(usageEventsSwitched(!isOn))} />
    </>
  );
}
