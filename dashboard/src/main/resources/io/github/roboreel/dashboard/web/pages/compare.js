import { html } from "../lib/html.js";
import { address, setQuery, usePlace } from "../lib/router.js";
import { useAnswer } from "../lib/answer.js";
import { EPISODE_FILTERS } from "../lib/episode-filters.js";
import { label } from "../lib/format.js";
import { GROUPINGS, metricLabel } from "../lib/groups.js";
import { MOST_COMPARED, RecordingMenu, TooMany, useRecordings } from "../lib/recordings.js";
import { Empty, Icon, Notice, Problem, Skeleton, Tabs, useTitle } from "../lib/ui.js";
import { Matrix, MetricsMatrix } from "./compare-matrix.js";

const METRICS_TAB = { by: "metrics", label: "Metrics", filter: null };
const ALL_TABS = [...GROUPINGS, METRICS_TAB];

/** The metrics of an answer, as [{name, unit, better}]. */
function metricsOf(data) {
  const given = data.metrics ?? [];
  if (Array.isArray(given)) return given.map((one) => (typeof one === "string" ? { name: one } : one));
  return Object.entries(given).map(([name, one]) => ({ name, ...one }));
}

function measures(data) {
  return [
    { id: "success_rate", text: "Success rate" },
    { id: "score", text: "Score" },
    ...metricsOf(data).map(({ name, unit }) => ({ id: name, text: metricLabel(name, unit) })),
  ];
}

function Chosen({ ids, given, recordings }) {
  const first = (id) => setQuery({ recording: [id, ...given.filter((one) => one !== id)] });
  const without = (id) => setQuery({ recording: given.filter((one) => one !== id) });
  return html`<ol class="chips" aria-label="Recordings compared">
    ${ids.map(
      (id, i) => html`<li key=${id} class="chip compared">
        <a class="truncate" href=${address(`recording/${id}`)}>${recordings.name(id)}</a>
        ${i === 0
          ? html`<span class="faint">baseline</span>`
          : html`<button type="button" class="make-first" title="Differences are then to this recording" onClick=${() => first(id)}>make baseline</button>`}
        <button type="button" class="chip-remove" aria-label=${`Leave out ${recordings.name(id)}`} onClick=${() => without(id)}>
          <${Icon} path="M4.5 4.5l7 7M11.5 4.5l-7 7" size="12" />
        </button>
      </li>`,
    )}
    <li><${RecordingMenu} recordings=${recordings} label="Add" isCounted=${false} /></li>
  </ol>`;
}

function Controls({ data, measure, isPooled, tab }) {
  return html`<div class="toolbar">
    ${tab !== "metrics" &&
    html`<label class="toolbar">Show
      <select class="select" value=${measure} onChange=${(e) => setQuery({ measure: e.target.value === "success_rate" ? null : e.target.value })}>
        ${measures(data).map(({ id, text }) => html`<option key=${id} value=${id}>${text}</option>`)}
      </select>
    </label>`}
    <label class="toolbar">
      <input type="checkbox" checked=${isPooled} onChange=${(e) => setQuery({ pool: e.target.checked ? 1 : null })} /> Pooled column
    </label>
    <span class="end muted small">Best of a row is marked; differences are to the baseline, with their 95 % interval</span>
  </div>`;
}

function Answer({ parameters, tab, measure, isPooled, filters }) {
  const by = tab === "metrics" ? "task" : tab;
  const { data, error, loading, reload } = useAnswer("/compare", { ...parameters, by });
  const grouping = ALL_TABS.find((one) => one.by === tab) ?? GROUPINGS[0];
  if (!data) return error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Skeleton} rows=${6} height=${40} />`;
  const shared = { data, filters };
  return html`<div class="stack" aria-busy=${loading}>
    <${Problem} error=${error} retry=${reload} />
    <${Controls} data=${data} measure=${measure} isPooled=${isPooled} tab=${tab} />
    ${data.notes?.map((note) => html`<${Notice} key=${note}>${note}<//>`)}
    ${tab === "metrics"
      ? html`<${MetricsMatrix} ...${shared} metrics=${metricsOf(data)} />`
      : html`<${Matrix} ...${shared} grouping=${grouping} measure=${measure} metrics=${metricsOf(data)} />`}
  </div>`;
}

/** Two recordings or more side by side: a matrix per grouping. */
export function ComparePage() {
  useTitle("Compare");
  const { query } = usePlace();
  const recordings = useRecordings();
  const given = query.getAll("recording");
  const ids = given.slice(0, MOST_COMPARED);
  const tab = query.get("by") ?? "task";
  const measure = query.get("measure") ?? "success_rate";
  const isPooled = query.has("pool");
  const filters = Object.fromEntries(EPISODE_FILTERS.filter((name) => name !== "recording").map((name) => [name, query.getAll(name)]));
  const others = Object.fromEntries([...query.keys()].filter((name) => name !== "by" && name !== "sort").map((name) => [name, query.getAll(name)]));
  const narrowed = Object.entries(filters).filter(([, values]) => values.length > 0);
  return html`<div class="page">
    <div class="page-head"><h1>Compare</h1></div>
    <${TooMany} given=${given.length} most=${MOST_COMPARED} />
    <${Chosen} ids=${ids} given=${given} recordings=${recordings} />
    ${narrowed.length > 0 &&
    html`<p class="small muted">Only episodes with ${narrowed.map(([name, values]) => `${label(name).toLowerCase()} ${values.join(" or ")}`).join(", ")}.</p>`}
    ${ids.length < 2
      ? html`<${Empty} title="Choose two recordings or more">
          Add them above, or tick them in <a href=${address("", { recording: ids })}>the list of recordings</a>.
        <//>`
      : html`<${Tabs}
            label="Groupings"
            chosen=${tab}
            tabs=${ALL_TABS.map(({ by, label: text }) => ({ id: by, label: text, href: address("compare", { ...others, by: by === "task" ? null : by }) }))}
          />
          <${Answer} key=${tab} parameters=${{ ...filters, recording: ids, pool: isPooled ? 1 : null }} tab=${tab} measure=${measure} isPooled=${isPooled} filters=${filters} />`}
  </div>`;
}
