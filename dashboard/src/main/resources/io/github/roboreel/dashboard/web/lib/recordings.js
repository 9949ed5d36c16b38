import { html } from "./html.js";
import { useAnswer } from "./answer.js";
import { FilterMenu } from "./filters.js";

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
