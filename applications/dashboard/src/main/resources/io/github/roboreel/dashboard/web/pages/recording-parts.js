import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { address } from "../lib/router.js";
import { useAnswer, useThrottled } from "../lib/answer.js";
import { choices } from "../lib/filters.js";
import { bytes, count, label, number, percent, plural } from "../lib/format.js";
import { GroupTable, Samples, metricLabel, metricValue } from "../lib/groups.js";
import { useLive } from "../lib/live.js";
import { DataTable } from "../lib/table.js";
import { Empty, Notice, Problem, Skeleton, StatusBadge } from "../lib/ui.js";

/** The groups of the episodes that pass the filters `values`, all recordings' where these name none. */
export function Groups({ values, grouping, texts }) {
  const { data, error, loading, reload } = useAnswer("/report", { ...values, by: grouping.by });
  const throttled = useThrottled(reload, 3000);
  const named = [values.recording ?? []].flat();
  useLive("recording", (row) => (named.length === 0 || named.includes(row.id)) && throttled());
  const isOld = data && loading;
  return html`<div class="stack" aria-busy=${loading}>
    <${Problem} error=${error} retry=${reload} what=${`No table by ${grouping.label.toLowerCase()}.`} />
    ${data?.notes?.map((note) => html`<${Notice} key=${note}>${note}<//>`)}
    ${data && !(isOld && data.grouping !== (grouping.attribute ? "episode_attribute" : grouping.by))
      ? html`<${GroupTable} report=${data} grouping=${grouping} values=${values} texts=${texts} />`
      : !error && html`<${Skeleton} rows=${5} height=${28} />`}
  </div>`;
}

/** The episodes that are being recorded, each with its newest step; those that a dead recorder left are but named. */
export function LiveEnvs({ row }) {
  const [known, setKnown] = useState({});
  const live = row.live ?? [];
  const learn = (id, values) => live.includes(id) && setKnown((old) => ({ ...old, [id]: { ...old[id], ...values } }));
  useLive("rows", (rows) => learn(rows.episode, { steps: rows.num_samples }));
  useLive("episode", (one) => learn(one.id, { env: one.sim_env_id ?? one.env_id, steps: one.num_samples }));
  const isLive = row.status === "recording";
  if (live.length === 0) return isLive && html`<p class="muted small live-none">No episode is running at this moment.</p>`;
  return html`<ul class="live-envs" aria-label=${isLive ? "Episodes being recorded" : "Episodes not recovered yet"}>
    ${live.map(
      (id, i) => html`<li key=${id}>
        <a class="live-env" href=${address(`episode/${id}`)}>
          <span class=${isLive ? "badge live" : "badge bad"}><span class="dot"></span>Env ${known[id]?.env ?? i}</span>
          <span class="muted">${known[id]?.steps === undefined ? (isLive ? "watch" : "show") : `${count(known[id].steps)} steps`}</span>
        </a>
      </li>`,
    )}
  </ul>`;
}

/** Why episodes failed: how many by reason. */
export function ReasonsTab({ id }) {
  const { data, error, reload } = useAnswer("/episodes", { recording: id, limit: 1 });
  if (error) return html`<${Problem} error=${error} retry=${reload} />`;
  if (!data) return html`<${Skeleton} />`;
  const rows = choices(data.facets?.reasons).map(([name, n]) => ({ name, n }));
  if (rows.length === 0) return html`<${Empty} title="No reasons">No result line of this recording gives a reason.<//>`;
  const most = Math.max(...rows.map((row) => row.n));
  const columns = [
    {
      id: "name", label: "Reason", isHeader: true, kind: () => "wrap", sort: "name", value: (row) => row.name,
      cell: (row) => html`<a href=${address("episodes", { recording: id, reason: row.name })}>${row.name}</a>`,
    },
    { id: "n", label: "Episodes", num: true, sort: "n", value: (row) => row.n, cell: (row) => count(row.n) },
    {
      id: "share", label: "Share of all, %", kind: () => "rate-cell",
      cell: (row) => html`<div class="rate"><span class="rate-value">${percent(row.n / data.total)}</span>
        <div class="rate-bar" aria-hidden="true"><div class="rate-fill plain" style=${{ width: `${(100 * row.n) / most}%` }}></div></div></div>`,
    },
  ];
  return html`<div class="card"><${DataTable} label="Reasons" columns=${columns} rows=${rows} /></div>`;
}

/** Metrics of all episodes, of successes and of failures. */
export function MetricsTab({ row }) {
  const { all = {}, success = {}, failure = {} } = row.metrics_by_outcome ?? {};
  const rows = Object.keys(all).filter((name) => all[name]?.n > 0).map((name) => ({ name }));
  if (rows.length === 0) return html`<${Empty} title="No metrics">No result line of this recording has metrics.<//>`;
  const column = (id, text, of) => ({
    id, label: text, num: true, sort: id, value: (one) => of[one.name]?.mean ?? null,
    cell: (one) => html`<${Samples} samples=${of[one.name]} scale=${metricValue(one.name, 1)} />`,
  });
  const columns = [
    { id: "name", label: "Metric", isHeader: true, sort: "name", value: (one) => one.name, cell: (one) => metricLabel(one.name, all[one.name]?.unit) },
    column("all", "All episodes", all),
    column("success", "Successes", success),
    column("failure", "Failures", failure),
    { id: "n", label: "Values", num: true, cell: (one) => count(all[one.name]?.n) },
  ];
  return html`<div class="stack">
    <div class="card"><${DataTable} label="Metrics by outcome" columns=${columns} rows=${rows} /></div>
    <p class="small"><a href=${address("metrics", { recording: row.id, by: "metrics" })}>How the values are distributed</a></p>
  </div>`;
}

/** Wall-clock times and rates. */
export function TimingTab({ row }) {
  const rows = Object.entries(row.timing ?? {}).map(([name, value]) => ({ name, value }));
  if (rows.length === 0) return html`<${Empty} title="No timing">No result line of this recording has timing.<//>`;
  const columns = [
    { id: "name", label: "Time or rate", isHeader: true, cell: (one) => timingLabel(one.name) },
    { id: "value", label: "Mean ± standard deviation", num: true, cell: (one) => html`<${Samples} samples=${one.value} />` },
    { id: "n", label: "Values", num: true, cell: (one) => count(one.value.n) },
  ];
  return html`<div class="card"><${DataTable} label="Timing" columns=${columns} rows=${rows} /></div>`;
}

const UNITS = [[/_ms$/, "ms"], [/_s$/, "s"], [/_per_sec$/, "1/s"]];

/** Name of a wall-clock time or a rate, with its unit. */
export function timingLabel(name) {
  if (name === "it_per_sec") return "Control steps of the batch, 1/s";
  const known = UNITS.find(([pattern]) => pattern.test(name));
  return known ? `${label(name.replace(known[0], ""))}, ${known[1]}` : label(name);
}

/** Env folders with their run files. */
export function RunsTab({ row }) {
  const rows = (row.envs_detail ?? []).flatMap((env) =>
    (env.runs?.length ? env.runs : [{}]).map((run) => ({ ...run, env, name: `${env.name} ${run.file ?? ""}` })));
  if (rows.length === 0) return html`<${Empty} title="No env folders">The recording has no env folder yet.<//>`;
  const columns = [
    {
      id: "env", label: "Env", isHeader: true, sort: "env", value: (one) => one.env.name,
      cell: (one) => html`<a href=${address("episodes", { recording: row.id, env: one.env.name })} title=${one.env.instruction ?? ""}>${one.env.name}</a>`,
    },
    { id: "run", label: "Run", num: true, sort: "run", value: (one) => one.run ?? null, cell: (one) => count(one.run ?? null) },
    { id: "file", label: "File", cell: (one) => html`<span class="mono">${one.file ?? "–"}</span>` },
    { id: "status", label: "Status", cell: (one) => (one.status ? html`<${StatusBadge} status=${one.status} />` : "–") },
    { id: "bytes", label: "Size", num: true, sort: "bytes", value: (one) => one.bytes ?? null, cell: (one) => bytes(one.bytes ?? null) },
    { id: "dt", label: "Step, s", num: true, cell: (one) => number(one.env.dt ?? null) },
  ];
  return html`<div class="card"><${DataTable} label="Envs and runs" columns=${columns} rows=${rows} /></div>`;
}

/** What could not be read. */
export function ProblemsTab({ row }) {
  const { problems } = row;
  const check = html`<a href=${address("problems", { recording: row.id })}>Check all files of the recording</a>`;
  if (problems.length === 0) return html`<${Empty} title="Nothing was found while reading results">${check}<//>`;
  return html`<div class="stack">
    <ul class="card findings">
      ${problems.map(
        (one) => html`<li class="finding">
          <span class=${`badge ${one.left_out ? "bad" : "warn"}`}>${one.left_out ? "Left out" : "Doubtful"}</span>
          <div>
            <div class="mono small">${one.file}${one.line ? `, line ${one.line}` : ""}</div>
            <div>${one.problem}</div>
            ${one.advice && html`<div class="muted">${one.advice}</div>`}
          </div>
        </li>`,
      )}
    </ul>
    <p class="small">${plural(problems.length, "problem")}. ${check}</p>
  </div>`;
}
