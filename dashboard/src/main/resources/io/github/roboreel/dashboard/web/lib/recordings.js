import { html } from "./html.js";
import { useAnswer } from "./answer.js";
import { FilterMenu } from "./filters.js";
import { count } from "./format.js";
import { Notice } from "./ui.js";

/** As many recordings as one request names: their ids stand in its address, whose length is limited. */
export const MOST_RECORDINGS = 200;

/** As many recordings as are compared at once. */
export const MOST_COMPARED = 100;

/** Says that only the first of the chosen recordings are used, where there are too many. */
export function TooMany({ given, most }) {
  return given > most && html`<${Notice} kind="warn">Only the first ${count(most)} of the ${count(given)} chosen recordings are used here; choose fewer.<//>`;
}

/** All recordings by name: {all, name(id)}, for pages that let choose some. */
export function useRecordings() {
  const { data } = useAnswer("/recordings", { limit: 1000, sort: "-started" });
  const all = data?.recordings ?? [];
  return { all, isKnown: data !== null, name: (id) => all.find((one) => one.id === id)?.name ?? id };
}

/** A menu that chooses recordings, the value `recording` of the address. */
export function RecordingMenu({ recordings, label = "Recordings", isCounted = true }) {
  const facet = recordings.all.map((one) => ({ name: one.id, count: one.episodes }));
  return html`<${FilterMenu} label=${label} name="recording" facet=${facet} text=${recordings.name} isCounted=${isCounted} />`;
}
