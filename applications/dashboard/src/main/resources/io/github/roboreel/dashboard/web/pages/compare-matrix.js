import { html } from "../lib/html.js";
import { address } from "../lib/router.js";
import { NONE, count, interval, measured, percent, plural } from "../lib/format.js";
import { Samples, metricLabel, metricValue, partOf, points, rowFilter } from "../lib/groups.js";
import { DataTable } from "../lib/table.js";
import { Empty } from "../lib/ui.js";
import { timingLabel } from "./recording-parts.js";

function sampleOf(group, measure) {
  return measure === "score" ? group?.score : group?.metrics?.[measure];
}

function valueOf(group, measure) {
  if (!group) return null;
  if (measure === "success_rate") return group.success_rate;
  if (measure === "grabs") return group.wrong_objects?.grabs ?? null;
  return sampleOf(group, measure)?.mean ?? null;
}

/** The interval of a mean where the report has one, else the standard deviation. */
function spread(measure, { ci95, std }) {
  if (ci95) return `${measured(ci95[0])} to ${measured(ci95[1])} · `;
  return std === null || std === undefined ? "" : `± ${measured(metricValue(measure, std), 2)} · `;
}

function Value({ group, measure }) {
  if (!group || !group.episodes) return html`<span class="faint">no episodes</span>`;
  if (measure === "success_rate") {
    return html`<span class="value">${percent(group.success_rate)}<span class="unit"> %</span></span>
      <span class="cell-sub">${interval(group.success_rate_ci95)} · n ${count(group.judged)}</span>`;
  }
  if (measure === "grabs") {
    const objects = Object.entries(group.wrong_objects?.objects ?? {}).map(([name, n]) => `${name} ×${n}`).join(", ");
    return html`<span class="value">${count(group.wrong_objects?.grabs)}</span>
      <span class="cell-sub" title=${objects}>${objects || "none"} · n ${count(group.episodes)}</span>`;
  }
  const samples = sampleOf(group, measure);
  if (!samples || samples.mean === null || samples.mean === undefined) return html`<span class="faint">${NONE}</span>`;
  return html`<span class="value">${measured(metricValue(measure, samples.mean))}</span>
    <span class="cell-sub">${spread(measure, samples)}n ${(measure === "score" && partOf(samples, group.episodes)) || count(samples.n)}</span>`;
}

const BASELINE = 0;

/** The difference of a cell to the baseline, {value, ci95, text(x), better}; null where there is none. */
function differenceOf(row, at, measure, metrics) {
  const lists = { success_rate: row.differences, score: row.score_differences };
  const list = lists[measure] ?? row.metric_differences?.[measure];
  const one = list?.find((difference) => difference.of === at && difference.against === BASELINE);
  if (!one) return null;
  if (measure === "success_rate") return { value: one.success_rate, ci95: one.ci95, text: points, better: "higher" };
  const text = (x) => {
    const shown = metricValue(measure, x);
    return `${shown > 0 ? "+" : shown < 0 ? "−" : ""}${measured(Math.abs(shown))}`;
  };
  if (measure === "score") return { value: one.score, ci95: one.ci95, text, better: "higher" };
  return { value: one.mean, ci95: one.ci95, text, better: metrics.find(({ name }) => name === measure)?.better ?? "none" };
}

/** A difference to the baseline; one whose interval excludes 0 is told to be better or worse, where that is known. */
function Difference({ row, at, measure, metrics }) {
  const one = differenceOf(row, at, measure, metrics);
  if (!one) return null;
  const [lo, hi] = one.ci95;
  const isClear = lo > 0 || hi < 0;
  const isBetter = one.value > 0 === (one.better === "higher");
  const kind = !isClear ? "muted" : one.better === "none" ? "" : isBetter ? "good" : "bad";
  const said = { good: ", better", bad: ", worse" }[kind];
  return html`<span class=${`difference ${kind}`} title="Difference to the baseline, with its 95 % interval">
    ${one.text(one.value)} <span class="range">(${one.text(lo)} to ${one.text(hi)})</span>${said && html`<span class="visually-hidden">${said}</span>`}
  </span>`;
}

function recordingColumn({ recording, at, grouping, measure, metrics, filters }) {
  return {
    id: recording.id, label: recording.name, sort: `at${at}`, title: at === 0 ? `${recording.name}, the baseline` : recording.name,
    value: (row) => valueOf(row.cells[at], measure),
    kind: (row) => (row.best?.[measure]?.includes(at) ? "best" : ""),
    cell: (row, isTotal) => {
      const group = row.cells[at];
      const filter = isTotal ? filters : rowFilter(grouping, row.name, filters);
      const content = html`<${Value} group=${group} measure=${measure} /><${Difference} row=${row} at=${at} measure=${measure} metrics=${metrics} />`;
      const isBest = row.best?.[measure]?.includes(at);
      const note = isBest && html`<span class="visually-hidden">, best of the row</span>`;
      if (!group || !filter) return html`<div class="cell">${content}${note}</div>`;
      return html`<a href=${address("episodes", { ...filter, recording: recording.id })}>${content}${note}</a>`;
    },
  };
}

function pooledColumn(measure) {
  return {
    id: "pooled", label: "Pooled", sort: "pooled", title: "All episodes of these recordings together",
    value: (row) => valueOf(row.pooled, measure),
    cell: (row) => html`<div class="cell"><${Value} group=${row.pooled} measure=${measure} /></div>`,
  };
}

/** A row per group, a column per recording. */
export function Matrix({ data, ids, grouping, measure, metrics, filters }) {
  const shown = grouping.by === "wrong_objects" && measure === "success_rate" ? "grabs" : measure;
  if (data.rows.length === 0) return html`<${Empty} title="Nothing to compare">No episode has a value for this grouping.<//>`;
  const columns = [
    {
      id: "name", label: grouping.rows ?? grouping.label, sort: "name", isHeader: true, value: (row) => row.name,
      cell: (row, isTotal) => {
        const filter = isTotal ? null : rowFilter(grouping, row.name, filters);
        return filter ? html`<a href=${address("episodes", { ...filter, recording: ids, view: "cards", sort: "recording" })}>${row.name}</a>` : row.name ?? "TOTAL";
      },
    },
    ...data.recordings.map((recording, at) => recordingColumn({ recording, at, grouping, measure: shown, metrics, filters })),
    ...(data.pooled ? [pooledColumn(shown)] : []),
  ];
  const total = data.total && { ...data.total, name: data.total.name ?? "TOTAL", pooled: data.pooled };
  return html`<div class="card">
    <${DataTable} kind="matrix" label=${`Comparison by ${grouping.label.toLowerCase()}`} columns=${columns} rows=${data.rows} total=${total} />
  </div>`;
}

/** Rows of mean times and rates, which do not grow with a recording, with the places of the best. */
function timingRows(recordings) {
  const names = [...new Set(recordings.flatMap((one) => Object.keys(one.timing ?? {})))];
  return names.filter((name) => /_avg_ms$|_per_sec$/.test(name)).map((name) => {
    const better = name.endsWith("_ms") ? "lower" : "higher";
    const timing = recordings.map((one) => one.timing?.[name]);
    const means = timing.map((one) => one?.mean ?? NaN).filter(Number.isFinite);
    const best = better === "lower" ? Math.min(...means) : Math.max(...means);
    const isClear = means.some((one) => one !== best);
    return { name, better, timing, best: timing.flatMap((one, i) => (isClear && one?.mean === best ? [i] : [])) };
  });
}

/** A row per metric of all episodes, a column per recording. */
export function MetricsMatrix({ data, metrics, filters }) {
  const total = data.total;
  const names = [{ name: "success_rate" }, { name: "score" }, ...metrics];
  const measures = names.filter(({ name }) => total.cells.some((group) => valueOf(group, name) !== null));
  const rows = [...measures, ...timingRows(data.recordings)];
  const bestOf = (row) => (row.timing ? row.best : total.best?.[row.name]) ?? [];
  const better = { lower: "lower is better", higher: "higher is better" };
  const text = ({ name, unit, timing }) =>
    name === "success_rate" ? "Success rate, %" : name === "score" ? "Score" : timing ? timingLabel(name) : metricLabel(name, unit);
  const columns = [
    {
      id: "name", label: "Metric", sort: "name", isHeader: true, value: text,
      cell: (row) => html`${text(row)}<span class="cell-sub">${row.name === "success_rate" || row.name === "score" ? better.higher : (better[row.better] ?? "")}</span>`,
    },
    ...data.recordings.map((recording, at) => ({
      id: recording.id, label: recording.name, title: recording.name,
      kind: (row) => (bestOf(row).includes(at) ? "best" : ""),
      cell: (row) => html`<a href=${address("episodes", { ...filters, recording: recording.id })}>
        ${row.timing
          ? html`<${Samples} samples=${row.timing[at]} />`
          : html`<${Value} group=${total.cells[at]} measure=${row.name} /><${Difference} row=${total} at=${at} measure=${row.name} metrics=${metrics} />`}
        ${bestOf(row).includes(at) && html`<span class="visually-hidden">, best of the row</span>`}
      </a>`,
    })),
    ...(data.pooled
      ? [{ id: "pooled", label: "Pooled", cell: (row) => !row.timing && html`<div class="cell"><${Value} group=${data.pooled} measure=${row.name} /></div>` }]
      : []),
  ];
  return html`<div class="stack">
    <div class="card"><${DataTable} kind="matrix" label="Metrics of all episodes" columns=${columns} rows=${rows} /></div>
    <p class="small muted">${plural(total.cells.filter(Boolean).reduce((sum, group) => sum + group.episodes, 0), "episode")} in all.</p>
  </div>`;
}
