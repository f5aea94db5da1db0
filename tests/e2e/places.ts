import { addressOf, SCREENS } from "../../web/src/screens/screens";

/** The address of each view of each screen. */
export const PLACES = SCREENS.flatMap((screen) => screen.views.map((view) => addressOf(screen, view)));
