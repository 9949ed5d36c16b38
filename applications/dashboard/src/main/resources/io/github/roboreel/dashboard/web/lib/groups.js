import { html } from "./html.js";
import { useAnswer } from "./answer.js";
import { get } from "./api.js";
import { choices } from "./filters.js";
import { address } from "./router.js";
import { NONE, count, label, measured, percent, plural, unitText } from "./format.js";
import { DataTable } from "./table.js";
import { Empty, Problem, Rate, Skeleton } from "./ui.js";

/** Groupings of a report: what they are called, and the filter of episodes that a row stands for. */
export const GROUPINGS = [
  { by: "task", label: "Task", filter: "task" },
  { by: "attributes", label: "Attribute", filter: null },
  { by: "difficulty", label: "Difficulty", filter: null },
  { by: "instruction_type", label: "Instruction type", rows: "Task", filter: "task" },
  { by: "wrong_objects", label: "Wrong objects", rows: "Task", filter: "task" },
  { by: "policy", label: "Policy", filter: "policy" },
  { by: "scene", label: "Scene", filter: null },
];

const NO_VALUE = "(none)";

/** The grouping by an attribute that the recorder's user gave the episodes. */
function attributeGrouping(name) {
  return { by: OWN + name, label: name, attribute: name, filter: "attribute" };
}

/** Filters of the episodes that a row stands for, beside others; null where there are none. */
export function rowFilter(grouping, name, others = {}) {
  if (!grouping.filter || name === NO_VALUE) return null;
  const literal = name.replace(/[*?[]/g, "[$&]");
  if (!grouping.attribute) return { ...others, [grouping.filter]: literal };
  const start = `${grouping.attribute}=`;
  const rest = (others.attribute ?? []).filter((one) => !one.startsWith(start));
  return { ...others, attribute: [...rest, start + literal] };
}

/** Chooses one of the attributes that some episodes have, and shows what children(grouping) gives for it. */
export function OwnAttributes({ filters, chosen, choose, children }) {
  const { data, error, reload } = useAnswer("/episodes", { ...filters, limit: 1 });
  if (error) return html`<${Problem} error=${error} retry=${reload} />`;
  if (!data) return html`<${Skeleton} rows=${5} height=${28} />`;
  const names = choices(data.facets?.episode_attributes).map(([name]) => name);
  if (names.length === 0) {
    return html`<${Empty} title="No attributes of their own">The recorder's user gave these episodes no attributes.<//>`;
  }
  const name = names.includes(chosen) ? chosen : names[0];
  return html`<div class="stack">
    <div class="toolbar" role="group" aria-label="Attribute">
      ${names.map(
        (one) => html`<button type="button" class="chip" key=${one} aria-pressed=${one === name} onClick=${() => choose(one)}>${one}</button>`,
      )}
    </div>
    ${children(attributeGrouping(name))}
  </div>`;
}

const OWN_TAB = { by: "own", label: "Own attributes" };

/** The groupings that have more to show than the total, by what the server says of some episodes, and the chosen one. */
export function groupingTabs(groupings, chosen) {
  const hasContent = ({ by }) => groupings.includes(by === OWN_TAB.by ? "episode_attribute" : by);
  return [...GROUPINGS, OWN_TAB].filter((tab) => tab.by === chosen || hasContent(tab));
}

/** Tabs of pages with a table per grouping and one of metrics. */
export function resultTabs(groupings, chosen) {
  return [...groupingTabs(groupings, chosen), { by: "metrics", label: "Metrics" }];
}

/** How a grouping by an attribute of one's own begins. */
export const OWN = "attribute:";

/** What the server's metric sets say of their metrics, by name. */
const KNOWN = new Map();

/** Learns the metrics; where the server does not tell, they have their names and the units of the results. */
export async function loadMetrics() {
  const { metrics } = await get("/metrics/known").catch(() => ({ metrics: [] }));
  for (const metric of metrics) KNOWN.set(metric.name, metric);
}

/** Name of a metric's column, with its unit. */
export function metricLabel(name, unit) {
  const known = KNOWN.get(name);
  const text = known?.heading ?? label(name);
  const shown = unitText(known?.shown_unit ?? unit);
  return shown ? `${text}, ${shown}` : text;
}

/** A metric in the unit of its column. */
export function metricValue(name, value) {
  return value === null || value === undefined ? null : value * (KNOWN.get(name)?.factor ?? 1);
}

/** "3 of 8" where fewer episodes have a value than there are, else "". */
export function partOf(samples, episodes) {
  return samples?.n && samples.n < episodes ? `${count(samples.n)} of ${count(episodes)}` : "";
}

/** "0.61 ± 0.20", with the number of values as title; below it how many of `episodes` have one, where that is not all. */
export function Samples({ samples, scale = 1, episodes = 0 }) {
  if (!samples || samples.mean === null || samples.mean === undefined) return html`<span class="faint">${NONE}</span>`;
  const std = samples.std === null || samples.std === undefined ? null : samples.std * scale;
  const range = samples.ci95 ? `; 95 % interval of the mean ${samples.ci95.map((one) => measured(one * scale)).join(" to ")}` : "";
  return html`<span title=${`mean and standard deviation of ${plural(samples.n, "value")}${range}`}>
    ${measured(samples.mean * scale)}${std !== null && html`<span class="faint"> ± ${measured(std, 2)}</span>`}
    ${partOf(samples, episodes) && html`<span class="cell-sub">${partOf(samples, episodes)}</span>`}
  </span>`;
}

function samplesColumn(id, text, of, scale = 1, title) {
  return {
    id, label: text, num: true, sort: id, title,
    value: (row) => of(row)?.mean ?? null,
    cell: (row) => html`<${Samples} samples=${of(row)} scale=${scale} />`,
  };
}

function nameColumn(grouping, link, texts) {
  return {
    id: "name", label: grouping.rows ?? grouping.label, sort: "name", isHeader: true, value: (row) => row.name,
    cell: (row, isTotal) => {
      const filter = isTotal ? {} : rowFilter(grouping, row.name);
      const href = filter && link(filter);
      const text = !isTotal && texts?.[row.name];
      return html`${href ? html`<a href=${href}>${row.name}</a>` : row.name}${text && html`<span class="cell-sub truncate instruction" title=${text}>${text}</span>`}`;
    },
  };
}

function countColumns() {
  return [
    { id: "episodes", label: "Episodes", num: true, sort: "episodes", value: (row) => row.episodes, cell: (row) => count(row.episodes) },
    {
      id: "not_judged", label: "Not judged", num: true, sort: "not_judged", value: (row) => row.not_judged,
      cell: (row) => (row.not_judged ? count(row.not_judged) : html`<span class="faint">0</span>`),
    },
    {
      id: "rate", label: "Success %", sort: "rate", title: "Success rate with its 95 % interval", value: (row) => row.success_rate,
      kind: () => "rate-cell",
      cell: (row) => html`<${Rate} rate=${row.success_rate} range=${row.success_rate_ci95} counts=${`${count(row.successes)} of ${count(row.judged)} judged`} />`,
    },
  ];
}

function metricColumns(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.metrics ?? {})))];
  const used = names.filter((name) => rows.some((row) => row.metrics?.[name]?.n > 0));
  return used.map((name) =>
    samplesColumn(name, metricLabel(name), (row) => row.metrics?.[name], metricValue(name, 1), name));
}

function instructionColumns(rows) {
  const types = [...new Set(rows.flatMap((row) => Object.keys(row.instruction_types ?? {})))];
  return types.map((type) => ({
    id: `type-${type}`, label: type, sort: `type-${type}`, kind: () => "rate-cell",
    value: (row) => row.instruction_types?.[type]?.success_rate ?? null,
    cell: (row) => {
      const group = row.instruction_types?.[type];
      if (!group || !group.episodes) return html`<span class="faint">${NONE}</span>`;
      return html`<${Rate} rate=${group.success_rate} range=${group.success_rate_ci95} counts=${plural(group.episodes, "episode")} />`;
    },
  }));
}

function wrongObjectColumns() {
  const part = (id, text) => ({
    id, label: text, num: true, sort: id, value: (row) => row.wrong_objects?.[id] ?? null, cell: (row) => count(row.wrong_objects?.[id]),
  });
  return [
    part("episodes", "Episodes with grabs"),
    part("grabs", "Grabs"),
    part("in_successes", "In successes"),
    part("in_failures", "In failures"),
    {
      id: "objects", label: "Objects", kind: () => "wrap",
      cell: (row) => Object.entries(row.wrong_objects?.objects ?? {}).map(([name, n]) => `${name} ×${n}`).join(", ") || html`<span class="faint">none</span>`,
    },
  ].map((column) => (column.id === "episodes" ? { ...column, id: "wrong", sort: "wrong" } : column));
}

function columnsOf(report, grouping, link, texts) {
  const all = [...report.groups, report.total];
  const first = [nameColumn(grouping, link, texts), ...countColumns()];
  if (grouping.by === "instruction_type") return [...first, ...instructionColumns(all)];
  if (grouping.by === "wrong_objects") return [...first.slice(0, 2), ...wrongObjectColumns()];
  return [
    ...first,
    { ...samplesColumn("score", "Score", (row) => row.score), cell: (row) => html`<${Samples} samples=${row.score} episodes=${row.episodes} />` },
    samplesColumn("time", "Time to success, s", (row) => row.time_s),
    samplesColumn("duration", "Duration, s", (row) => row.duration_s),
    samplesColumn("steps", "Steps", (row) => row.steps),
    ...metricColumns(all),
  ];
}

/**
 * The groups of a report as a table; a row's name leads to its episodes.
 *
 * @param texts what stands below the name of a group, by name
 */
export function GroupTable({ report, grouping, values, texts }) {
  const link = (filter) => address("episodes", { ...values, ...filter });
  if (report.groups.length === 0) return html`<${Empty} title="Nothing to group">${`No episode has a value for this grouping.`}<//>`;
  return html`<div class="card">
    <${DataTable}
      label=${`By ${grouping.label.toLowerCase()}`}
      columns=${columnsOf(report, grouping, link, texts)}
      rows=${report.groups}
      total=${report.total}
    />
  </div>`;
}

/** Points of percentage with a sign: +12.3. */
export function points(value) {
  if (value === null || value === undefined) return NONE;
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${percent(Math.abs(value))}`;
}
