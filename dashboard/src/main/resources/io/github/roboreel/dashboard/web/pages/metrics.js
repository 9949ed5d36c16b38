import { html } from "../lib/html.js";
import { address, usePlace } from "../lib/router.js";
import { useAnswer, useThrottled } from "../lib/answer.js";
import { EpisodeFilterBar, episodeFilters } from "../lib/episode-filters.js";
import { count, number } from "../lib/format.js";
import { Samples, metricLabel, metricValue } from "../lib/groups.js";
import { Histogram, HistogramLegend } from "../lib/histogram.js";
import { useLive } from "../lib/live.js";
import { RecordingMenu, useRecordings } from "../lib/recordings.js";
import { Empty, Problem, Skeleton, useTitle } from "../lib/ui.js";

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
      <${Histogram} label="Length" unit="steps" histogram=${lengths.histogram ?? lengths} linkOf=${linkOf} />
      ${lengths.all && html`<${OutcomeTable} metric=${{ name: "Length", ...lengths }} scale=${1} />`}
    </div>
  </section>`;
}

/** Metrics of the episodes that pass the filters, by outcome, as numbers and histograms. */
export function MetricsPage() {
  useTitle("Metrics");
  const { query } = usePlace();
  const filters = episodeFilters(query);
  const recordings = useRecordings();
  const { data, error, loading, reload } = useAnswer("/metrics", filters);
  const facets = useAnswer("/episodes", { ...filters, limit: 1 }).data?.facets;
  const throttled = useThrottled(reload, 3000);
  useLive("episode", throttled);
  const metrics = (data?.metrics ?? []).filter((metric) => metric.all?.n > 0);
  return html`<div class="page">
    <div class="page-head">
      <h1 class="grow">Metrics</h1>
      <${HistogramLegend} />
      <a class="button" href=${address("episodes", filters)}>Episodes</a>
    </div>
    <${EpisodeFilterBar} facets=${facets} recordingName=${recordings.name}><${RecordingMenu} recordings=${recordings} /><//>
    <${Problem} error=${error} retry=${reload} />
    ${!data && !error && html`<${Skeleton} rows=${4} height=${160} />`}
    ${data && metrics.length === 0 && html`<${Empty} title="No metrics">No episode that passes the filters has a metric in its result line.<//>`}
    <div class="metric-grid" aria-busy=${loading}>
      ${data?.lengths && html`<${LengthCard} lengths=${data.lengths} filters=${filters} />`}
      ${metrics.map((metric) => html`<${MetricCard} key=${metric.name} metric=${metric} filters=${filters} />`)}
    </div>
  </div>`;
}
