import { html } from "../lib/html.js";
import { address, setQuery, usePlace } from "../lib/router.js";
import { useAnswer, useThrottled } from "../lib/answer.js";
import { EpisodeFilterBar, ReportCommand, episodeFilters } from "../lib/episode-filters.js";
import { count, number } from "../lib/format.js";
import { GROUPINGS, OWN, OwnAttributes, Samples, metricLabel, metricValue, resultTabs } from "../lib/groups.js";
import { Histogram, HistogramLegend } from "../lib/histogram.js";
import { useLive } from "../lib/live.js";
import { RecordingMenu, useRecordings } from "../lib/recordings.js";
import { Empty, Problem, Skeleton, Tabs, useTitle } from "../lib/ui.js";
import { Groups } from "./recording-parts.js";

const BETTER = { lower: "lower is better", higher: "higher is better" };

function OutcomeTable({ metric, scale }) {
  const rows = [["All", metric.all], ["Success", metric.success], ["Failure", metric.failure]];
  return html`<table class="table compact">
    <caption class="visually-hidden">${metric.name} by outcome</caption>
    <thead><tr><th scope="col">Outcome</th><th scope="col" class="num">Episodes</th><th scope="col" class="num">Mean ± sd</th><th scope="col" class="num">Min</th><th scope="col" class="num">Max</th></tr></thead>
    <tbody>
      ${rows.map(
        ([text, values]) => html`<tr key=${text}>
          <th scope="row">${text}</th>
          <td class="num">${count(values?.n ?? 0)}</td>
          <td class="num"><${Samples} samples=${values} scale=${scale} /></td>
          <td class="num">${number(scaled(values?.min, scale))}</td>
          <td class="num">${number(scaled(values?.max, scale))}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function scaled(value, scale) {
  return value === null || value === undefined ? null : value * scale;
}

function MetricCard({ metric, filters }) {
  const scale = metricValue(metric.name, 1);
  const linkOf = (lo, hi) => address("episodes", { ...filters, metric: [...filters.metric, `${metric.name}:${lo}:${hi}`] });
  const title = metricLabel(metric.name, metric.unit);
  return html`<section class="card metric-card" aria-label=${title}>
    <div class="card-head"><h2>${title}</h2><span class="faint small">${BETTER[metric.better] ?? ""}</span></div>
    <div class="card-body">
      <${Histogram} label=${title} histogram=${metric.histogram} scale=${scale} linkOf=${linkOf} />
      <${OutcomeTable} metric=${metric} scale=${scale} />
    </div>
  </section>`;
}

function LengthCard({ lengths, filters }) {
  const linkOf = (lo, hi) => address("episodes", { ...filters, min_steps: Math.ceil(lo), max_steps: Math.floor(hi) });
  return html`<section class="card metric-card" aria-label="Length">
    <div class="card-head"><h2>Length, steps</h2></div>
    <div class="card-body">
      <${Histogram} label="Length" unit="steps" histogram=${lengths.histogram} linkOf=${linkOf} />
      <${OutcomeTable} metric=${{ name: "Length", ...lengths }} scale=${1} />
    </div>
  </section>`;
}

/** Metrics by outcome, as numbers and histograms. */
function Histograms({ filters }) {
  const { data, error, loading, reload } = useAnswer("/metrics", filters);
  const throttled = useThrottled(reload, 3000);
  useLive("episode", throttled);
  const metrics = (data?.metrics ?? []).filter((metric) => metric.all?.n > 0);
  return html`<${HistogramLegend} />
    <${Problem} error=${error} retry=${reload} />
    ${!data && !error && html`<${Skeleton} rows=${4} height=${160} />`}
    ${data && metrics.length === 0 && html`<${Empty} title="No metrics">No episode that passes the filters has a metric in its result line.<//>`}
    <div class="metric-grid" aria-busy=${loading}>
      ${data?.lengths && html`<${LengthCard} lengths=${data.lengths} filters=${filters} />`}
      ${metrics.map((metric) => html`<${MetricCard} key=${metric.name} metric=${metric} filters=${filters} />`)}
    </div>`;
}

/** How well the episodes went that pass the filters, of all recordings together: by task, policy and so on, and their metrics. */
export function ResultsPage() {
  useTitle("Results");
  const { query } = usePlace();
  const filters = episodeFilters(query);
  const recordings = useRecordings();
  const facets = useAnswer("/episodes", { ...filters, limit: 1 }).data?.facets;
  const by = query.get("by") ?? "task";
  const tab = by.startsWith(OWN) ? "own" : by;
  const to = (one) => address("metrics", { ...filters, by: one === "task" ? null : one });
  const tabs = resultTabs(facets?.groupings ?? [], tab);
  const groups = (grouping) => html`<${Groups} key=${grouping.by} values=${filters} grouping=${grouping} />`;
  return html`<div class="page">
    <div class="page-head">
      <h1 class="grow">Results</h1>
      <a class="button" href=${address("episodes", filters)}>Episodes</a>
      <${ReportCommand} parameters=${{ ...filters, by: tab === "metrics" || by === "own" ? null : by }} />
    </div>
    <${EpisodeFilterBar} facets=${facets} recordingName=${recordings.name}><${RecordingMenu} recordings=${recordings} /><//>
    <${Tabs} label="Groupings" chosen=${tab} tabs=${tabs.map((one) => ({ id: one.by, label: one.label, href: to(one.by) }))} />
    ${tab === "metrics" && html`<${Histograms} filters=${filters} />`}
    ${tab === "own" && html`<${OwnAttributes} filters=${filters} chosen=${by.slice(OWN.length)} choose=${(name) => setQuery({ by: OWN + name })}>${groups}<//>`}
    ${tab !== "metrics" && tab !== "own" && groups(GROUPINGS.find((one) => one.by === tab) ?? GROUPINGS[0])}
  </div>`;
}
