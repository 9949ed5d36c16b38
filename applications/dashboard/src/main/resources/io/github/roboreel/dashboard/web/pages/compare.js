import { html } from "../lib/html.js";
import { address, setQuery, usePlace } from "../lib/router.js";
import { useAnswer } from "../lib/answer.js";
import { EPISODE_FILTERS, ReportCommand } from "../lib/episode-filters.js";
import { count, label } from "../lib/format.js";
import { GROUPINGS, OWN, OwnAttributes, metricLabel, resultTabs } from "../lib/groups.js";
import { MAX_COMPARED, MAX_NAMED, MAX_RECORDINGS, RecordingMenu, TooMany, useRecordings } from "../lib/recordings.js";
import { Empty, Icon, Notice, Problem, Skeleton, Tabs, useTitle } from "../lib/ui.js";
import { Matrix, MetricsMatrix } from "./compare-matrix.js";

function measures(data) {
  return [
    { id: "success_rate", text: "Success rate" },
    { id: "score", text: "Score" },
    ...data.metrics.map(({ name, unit }) => ({ id: name, text: metricLabel(name, unit) })),
  ];
}

function Chosen({ ids, given, recordings }) {
  const first = (id) => setQuery({ recording: [id, ...given.filter((one) => one !== id)] });
  const without = (id) => setQuery({ recording: given.filter((one) => one !== id) });
  return html`<ol class="chips" aria-label="Recordings compared">
    ${ids.slice(0, MAX_NAMED).map(
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
    ${ids.length > MAX_NAMED && html`<li class="muted small">and ${count(ids.length - MAX_NAMED)} more</li>`}
    <li><${RecordingMenu} recordings=${recordings} label="Add" isCounted=${false} /></li>
  </ol>`;
}

function Controls({ data, measure, isPooled, isMany, tab }) {
  return html`<div class="toolbar">
    ${tab !== "metrics" &&
    html`<label class="toolbar">Show
      <select class="select" value=${measure} onChange=${(e) => setQuery({ measure: e.target.value === "success_rate" ? null : e.target.value })}>
        ${measures(data).map(({ id, text }) => html`<option key=${id} value=${id}>${text}</option>`)}
      </select>
    </label>`}
    <label class="toolbar">
      <input type="checkbox" checked=${isPooled} disabled=${isMany} onChange=${(e) => setQuery({ pool: e.target.checked ? 1 : null })} /> Pooled column
    </label>
    <span class="end muted small">Best of a row is marked; differences are to the baseline, with their 95 % interval</span>
  </div>`;
}

function Answer({ parameters, tab, grouping, measure, isPooled, filters }) {
  const ofMetric = measure === "success_rate" || measure === "score" ? null : measure;
  const { data, error, loading, reload } = useAnswer("/compare", { ...parameters, by: grouping.by, measure: ofMetric });
  if (!data) return error ? html`<${Problem} error=${error} retry=${reload} />` : html`<${Skeleton} rows=${6} height=${40} />`;
  const shared = { data, filters, metrics: data.metrics };
  return html`<div class="stack" aria-busy=${loading}>
    <${Problem} error=${error} retry=${reload} />
    <${Controls} data=${data} measure=${measure} isPooled=${isPooled} isMany=${parameters.cells !== null} tab=${tab} />
    ${data.notes?.map((note) => html`<${Notice} key=${note}>${note}<//>`)}
    ${tab === "metrics"
      ? html`<${MetricsMatrix} ...${shared} />`
      : html`<${Matrix} ...${shared} ids=${parameters.recording} grouping=${grouping} measure=${measure} />`}
  </div>`;
}

/** Two recordings or more side by side: a matrix per grouping. */
export function ComparePage() {
  useTitle("Compare");
  const { query } = usePlace();
  const recordings = useRecordings();
  const given = query.getAll("recording");
  const ids = given.slice(0, MAX_RECORDINGS);
  const isMany = ids.length > MAX_COMPARED;
  const by = query.get("by") ?? "task";
  const tab = by.startsWith(OWN) ? "own" : by;
  const measure = query.get("measure") ?? "success_rate";
  const isPooled = isMany || query.has("pool");
  const filters = Object.fromEntries(EPISODE_FILTERS.filter((name) => name !== "recording").map((name) => [name, query.getAll(name)]));
  const others = Object.fromEntries([...query.keys()].filter((name) => name !== "by" && name !== "sort").map((name) => [name, query.getAll(name)]));
  const parameters = { ...filters, recording: ids, pool: isPooled ? 1 : null, cells: isMany ? MAX_COMPARED : null };
  const { facets } = useAnswer(ids.length < 2 ? null : "/episodes", { ...filters, recording: ids, limit: 1 }).data ?? {};
  const answer = (grouping) =>
    html`<${Answer} key=${grouping.by} parameters=${parameters} tab=${tab} grouping=${grouping} measure=${measure} isPooled=${isPooled} filters=${filters} />`;
  const narrowed = Object.entries(filters).filter(([, values]) => values.length > 0);
  return html`<div class="page">
    <div class="page-head">
      <h1 class="grow">Compare</h1>
      ${ids.length > 1 && html`<${ReportCommand} parameters=${{ ...filters, recording: ids, by: tab === "metrics" || by === "own" ? null : by }} />`}
    </div>
    <${TooMany} given=${given.length} most=${MAX_RECORDINGS} />
    ${isMany && html`<${Notice}>The first ${count(MAX_COMPARED)} recordings have a column each; the pooled column counts all ${count(ids.length)}.<//>`}
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
            tabs=${resultTabs(facets?.groupings ?? [], tab).map((one) => ({ id: one.by, label: one.label, href: address("compare", { ...others, by: one.by === "task" ? null : one.by }) }))}
          />
          ${tab === "own"
            ? html`<${OwnAttributes} filters=${{ ...filters, recording: ids }} chosen=${by.slice(OWN.length)} choose=${(name) => setQuery({ by: OWN + name })}>${answer}<//>`
            : answer(GROUPINGS.find((one) => one.by === tab) ?? GROUPINGS[0])}`}
  </div>`;
}
