import { Track } from "@/parts/probability/elements/rates";
import { NextPage } from "./next-page";

/** The next session, with the rates drawn as the cards draw theirs. */
export default function NextRoute() {
  return <NextPage track={Track} />;
}
