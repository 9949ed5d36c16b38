import { useState } from "preact/hooks";
import { html } from "./html.js";
import { useAnswer } from "./answer.js";
import { setQuery, usePlace } from "./router.js";
import { FilterChips, FilterMenu, SearchBox, choices } from "./filters.js";
import { label, plural } from "./format.js";
import { MAX_NAMED, MAX_RECORDINGS, TooMany } from "./recordings.js";
import { Command, Menu, Problem } from "./ui.js";

/** Parameters of the address that choose episodes, as the server knows them. */
export const EPISODE_FILTERS = [
  "recording", "success", "task", "env", "policy", "status", "reason", "event", "attribute", "tag", "flag",
  "min_steps", "max_steps", "metric", "q", "folder",
];

const CLEAR = Object.fromEntries(EPISODE_FILTERS.filter((name) => name !== "recording").map((name) => [name, null]));
const OUTCOMES = { true: "Success", false: "Failure", none: "Not judged" };
const TEXTS = {
  success: (value) => OUTCOMES[value] ?? value,
  flag: (value) => (value === "true" ? "Flagged" : "Not flagged"),
  min_steps: (value) => `At least ${value} steps`,
  max_steps: (value) => `At most ${value} steps`,
  metric: (value) => metricText(value),
  q: (value) => `Text: ${value}`,
};

function metricText(value) {
  const [name, min, max] = value.split(":");
  if (min && max) return `${label(name)} ${min} to ${max}`;
  return min ? `${label(name)} ≥ ${min}` : `${label(name)} ≤ ${max}`;
}

/** The filters of the address, {name: [values]}, with as many recordings as a request can name. */
export function episodeFilters(query) {
  const all = Object.fromEntries(EPISODE_FILTERS.map((name) => [name, query.getAll(name)]));
  return { ...all, recording: all.recording.slice(0, MAX_RECORDINGS) };
}

function chips(query, recordingName) {
  const list = [];
  const recordings = query.getAll("recording").length;
  for (const name of EPISODE_FILTERS) {
    if (name === "q") continue;
    if (name === "recording" && recordings > MAX_NAMED) {
      list.push({ name, text: plural(recordings, "recording") });
      continue;
    }
    for (const value of query.getAll(name)) {
      const text = name === "recording" ? recordingName(value) : (TEXTS[name]?.(value) ?? `${label(name)}: ${value}`);
      list.push({ name, value, text });
    }
  }
  return list;
}

function CommandPanel({ parameters }) {
  const { data, error } = useAnswer("/report/command", parameters);
  return html`<div class="stack commands">
    <p class="muted small">The same numbers in a terminal, of the files as they are then. Options such as --metrics, --show-episodes, --csv and --json add to it.</p>
    <${Problem} error=${error} />
    ${data && html`<${Command} text=${data.command} />`}
  </div>`;
}

/** Shows the command line whose report has the numbers of these episodes. */
export function ReportCommand({ parameters }) {
  return html`<${Menu} label="Report command" end><${CommandPanel} parameters=${parameters} /><//>`;
}

function Range({ facets }) {
  const { query } = usePlace();
  const [metric, setMetric] = useState("");
  const submit = (event, close) => {
    event.preventDefault();
    const field = (name) => event.target.elements[name].value.trim();
    const name = metric || field("metric");
    const hasRange = name && (field("low") || field("high"));
    const metrics = hasRange ? [...query.getAll("metric"), `${name}:${field("low")}:${field("high")}`] : query.getAll("metric");
    setQuery({ min_steps: field("min_steps"), max_steps: field("max_steps"), metric: metrics });
    close();
  };
  const names = choices(facets?.metrics).map(([name]) => name);
  const input = (name, text, value) => html`<input class="input" name=${name} type="number" step="any" aria-label=${text} placeholder=${text} value=${value} />`;
  return (close) => html`<form class="range-form" onSubmit=${(event) => submit(event, close)}>
    <fieldset>
      <legend class="group">Length, steps</legend>
      ${input("min_steps", "at least", query.get("min_steps") ?? "")} ${input("max_steps", "at most", query.get("max_steps") ?? "")}
    </fieldset>
    <fieldset>
      <legend class="group">Metric</legend>
      ${names.length > 0
        ? html`<select class="select" name="metric" aria-label="Metric" value=${metric} onChange=${(e) => setMetric(e.target.value)}>
            <option value="">choose…</option>${names.map((name) => html`<option value=${name}>${label(name)}</option>`)}
          </select>`
        : html`<input class="input" name="metric" aria-label="Metric" placeholder="ee_path_length" />`}
      ${input("low", "from", "")} ${input("high", "to", "")}
    </fieldset>
    <label class="option">
      <input type="checkbox" checked=${query.get("flag") === "true"} onChange=${(e) => setQuery({ flag: e.target.checked ? "true" : null })} />
      Only flagged episodes
    </label>
    <button class="button primary" type="submit">Apply</button>
  </form>`;
}

/** The bar of filters of episodes: menus, search, and a chip for each that is on. */
export function EpisodeFilterBar({ facets, recordingName, children }) {
  const { query } = usePlace();
  const on = chips(query, recordingName);
  const range = Range({ facets });
  return html`<div class="toolbar">
      <${SearchBox} label="Search episodes" />
      <${FilterMenu} label="Outcome" name="success" facet=${Object.keys(OUTCOMES)} text=${(value) => OUTCOMES[value] ?? value} />
      <${FilterMenu} label="Task" name="task" facet=${facets?.tasks} />
      <${FilterMenu} label="Policy" name="policy" facet=${facets?.policies} />
      <${FilterMenu} label="Reason" name="reason" facet=${facets?.reasons} />
      <${FilterMenu} label="Event" name="event" facet=${facets?.events} />
      <${FilterMenu} label="Attribute" name="attribute" facet=${facets?.attributes} />
      <${FilterMenu} label="Tag" name="tag" facet=${facets?.tags} />
      <${FilterMenu} label="Status" name="status" facet=${facets?.statuses} />
      <${Menu} label="Range">${range}<//>
      ${children}
    </div>
    <${TooMany} given=${query.getAll("recording").length} most=${MAX_RECORDINGS} />
    <${FilterChips} chips=${on} clear=${CLEAR} />`;
}
