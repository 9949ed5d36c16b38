import { html } from "./html.js";
import { useAnswer } from "./answer.js";
import { FilterMenu } from "./filters.js";
import { count } from "./format.js";
import { Notice } from "./ui.js";

/** As many recordings as are chosen, which is also as many as are known by name. */
export const MAX_RECORDINGS = 1000;

/** As many recordings as stand side by side. */
export const MAX_COMPARED = 100;

/** As many chosen recordings as are named one by one. */
export const MAX_NAMED = 20;

/** Says that only the first of the chosen recordings are used, where there are too many. */
export function TooMany({ given, most }) {
  return given > most && html`<${Notice} kind="warn">Only the first ${count(most)} of the ${count(given)} chosen recordings are used here; choose fewer.<//>`;
}

/** All recordings by name: {all, name(id)}, for pages that let choose some. */
export function useRecordings() {
  const { data } = useAnswer("/recordings", { limit: MAX_RECORDINGS, sort: "-started" });
  const all = data?.recordings ?? [];
  return { all, isKnown: data !== null, name: (id) => all.find((one) => one.id === id)?.name ?? id };
}

/** A menu that chooses recordings, the value `recording` of the address. */
export function RecordingMenu({ recordings, label = "Recordings", isCounted = true }) {
  const facet = recordings.all.map((one) => ({ name: one.id, count: one.episodes }));
  return html`<${FilterMenu} label=${label} name="recording" facet=${facet} text=${recordings.name} isCounted=${isCounted} />`;
}
