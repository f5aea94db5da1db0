import { NextPage } from "@/features/next/next-page";
import { Track } from "@/features/probability/elements/rates";

/** The next session, with the rates drawn as the cards draw theirs. */
export default function NextRoute() {
  return <NextPage track={Track} />;
}
