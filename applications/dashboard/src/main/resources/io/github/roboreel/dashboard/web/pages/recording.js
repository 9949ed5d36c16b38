import { html } from "../lib/html.js";
import { address, setQuery, usePlace } from "../lib/router.js";
import { useAnswer, useThrottled } from "../lib/answer.js";
import { ago, bytes, count, dateTime, fixed, interval, percent, plural } from "../lib/format.js";
import { GROUPINGS, OwnAttributes, groupingTabs, partOf } from "../lib/groups.js";
import { Health } from "../lib/sparkline.js";
import { useLive } from "../lib/live.js";
import { Command, Menu, Notice, Problem, Skeleton, Stat, StatusBadge, Tabs, useTitle } from "../lib/ui.js";
import { Groups, LiveEnvs, MetricsTab, ProblemsTab, ReasonsTab, RunsTab, TimingTab } from "./recording-parts.js";

const OTHER_TABS = [
  { id: "reason", label: "Reasons", hasContent: (row) => row.reasons > 0 },
  { id: "metrics", label: "Metrics by outcome", hasContent: (row) => Object.values(row.metrics_by_outcome.all).some(({ n }) => n > 0) },
  { id: "timing", label: "Timing", hasContent: (row) => Object.keys(row.timing).length > 0 },
  { id: "runs", label: "Envs and runs", hasContent: () => true },
  { id: "problems", label: "Problems", hasContent: (row) => row.problems.length > 0, countOf: (row) => count(row.problems.length) },
];

function scoreNote({ score, episodes }) {
  if (!score?.n) return "no scores";
  return `${score.ci95 ? `${score.ci95.map((one) => fixed(one, 3)).join(" to ")}, ` : ""}${partOf(score, episodes) || plural(score.n, "value")}`;
}

function Stats({ row }) {
  const { runs, score } = row;
  const rate = row.success_rate === null ? "–" : percent(row.success_rate);
  return html`<dl class="stats">
    <${Stat} name="Episodes" value=${count(row.episodes)} note=${row.not_judged ? `${count(row.not_judged)} not judged` : row.episodes ? "all judged" : "none known"} />
    <${Stat} name="Success rate" value=${rate} unit=${row.judged ? "%" : ""} note=${row.judged ? `${interval(row.success_rate_ci95)}, ${count(row.successes)} of ${count(row.judged)}` : "none judged"} />
    <${Stat} name="Score" value=${fixed(score?.mean, 3)} note=${scoreNote(row)} />
    <${Stat} name="Runs" value=${count(runs?.done)} unit=${runs?.promised ? `of ${count(runs.promised)}` : ""} note=${`${plural(row.envs ?? 0, "env folder")}${runs?.open ? `, ${count(runs.open)} open` : ""}`} />
    <${Stat} name="Size" value=${bytes(row.bytes)} note=${`changed ${ago(row.modified_at)}`} />
    <${Stat} name="Started" value=${ago(row.started_at)} note=${dateTime(row.started_at)} />
  </dl>`;
}

/** Rows by an attribute that the recorder's user gave the episodes. */
function OwnTab({ id, chosen }) {
  return html`<${OwnAttributes} filters=${{ recording: id }} chosen=${chosen} choose=${(own) => setQuery({ own })}>
    ${(grouping) => html`<${Groups} key=${grouping.by} values=${{ recording: id }} grouping=${grouping} />`}
  <//>`;
}

/** The tabs that have something to show, and the chosen one. */
function tabsOf(row, chosen) {
  const groupings = groupingTabs(row.groupings, chosen).map(({ by, label }) => ({ id: by, label: by === "task" ? "By task" : label }));
  const others = OTHER_TABS.filter(({ id, hasContent }) => id === chosen || hasContent(row));
  return [...groupings, ...others.map((tab) => ({ ...tab, count: tab.countOf?.(row) }))];
}

/** The instruction of each task. */
function instructions(row) {
  return Object.fromEntries((row.envs_detail ?? []).filter((env) => env.instruction).map((env) => [env.task, env.instruction]));
}

function Tab({ id, tab, row, own }) {
  const grouping = GROUPINGS.find((one) => one.by === tab);
  if (grouping) return html`<${Groups} key=${tab} values=${{ recording: id }} grouping=${grouping} texts=${tab === "task" && instructions(row)} />`;
  if (tab === "own") return html`<${OwnTab} id=${id} chosen=${own} />`;
  if (tab === "reason") return html`<${ReasonsTab} id=${id} />`;
  if (tab === "metrics") return html`<${MetricsTab} row=${row} />`;
  if (tab === "timing") return html`<${TimingTab} row=${row} />`;
  if (tab === "runs") return html`<${RunsTab} row=${row} />`;
  return html`<${ProblemsTab} row=${row} />`;
}

function Actions({ id, commands }) {
  return html`<div class="toolbar">
    <a class="button primary" href=${address("episodes", { recording: id })}>Episodes</a>
    <a class="button" href=${address("metrics", { recording: id, by: "metrics" })}>Metrics</a>
    <a class="button" href=${address("problems", { recording: id })}>Check</a>
    <a class="button" href=${address("", { recording: id })}>Compare with…</a>
    <${Menu} label="Commands" end>
      <div class="stack commands">
        ${Object.entries(commands ?? {}).filter(([, text]) => text).map(([name, text]) => html`<div key=${name}><div class="group">${name}</div><${Command} text=${text} /></div>`)}
      </div>
    <//>
  </div>`;
}

/** One recording: what was recorded, how well it went, what is wrong. */
export function RecordingPage({ ids }) {
  const id = ids[0] ?? "";
  const { query } = usePlace();
  const { data: row, error, reload } = useAnswer(`/recordings/${encodeURIComponent(id)}`);
  const throttled = useThrottled(reload, 2000);
  useLive("recording", (changed) => changed.id === id && throttled());
  useLive("resumed", throttled);
  useTitle(row?.name ?? "Recording");
  const tab = query.get("tab") ?? "task";
  const tabs = row ? tabsOf(row, tab) : [];
  const leftOut = (Array.isArray(row?.problems) ? row.problems : []).filter((one) => one.left_out);
  return html`<div class="page">
    <div class="page-head">
      <div class="grow">
        <nav class="crumbs" aria-label="Where this is"><a href="#/">Recordings</a><span aria-hidden="true">/</span></nav>
        <div class="toolbar"><h1>${row?.name ?? "Recording"}</h1>${row && html`<${StatusBadge} status=${row.status} />`}</div>
        ${row && html`<p class="muted small">${[(row.policies ?? []).join(", "), plural(row.tasks?.length ?? 0, "task")].filter(Boolean).join(" · ")}</p>`}
      </div>
      ${row && html`<${Actions} id=${id} commands=${row.commands} />`}
    </div>
    <${Problem} error=${error} retry=${reload} />
    ${!row && !error && html`<${Skeleton} rows=${4} height=${40} />`}
    ${row?.status === "needs-recover" &&
    html`<${Notice} kind="bad">
      <p>The recorder died: a run file was not closed. Finished episodes are safe. This command repairs the open files:</p>
      ${row.commands?.recover && html`<${Command} text=${row.commands.recover} />`}
      <${LiveEnvs} row=${row} />
    <//>`}
    ${tab !== "problems" && leftOut.length > 0 &&
    html`<${Notice} kind="warn">${plural(leftOut.length, "part")} of this recording could not be read, so the numbers are those of the rest: <a href=${address(`recording/${id}`, { tab: "problems" })}>see what and why</a>.<//>`}
    ${row && html`<${Stats} row=${row} />`}
    ${row?.status === "recording" &&
    html`<section class="card" aria-label="In progress">
      <div class="card-head"><h2>In progress</h2></div>
      <${Health} recording=${id} />
      <${LiveEnvs} row=${row} />
    </section>`}
    ${row &&
    html`<section class="stack" aria-label="Results">
      <${Tabs} label="Groupings" chosen=${tab} tabs=${tabs.map((one) => ({ ...one, href: address(`recording/${id}`, { tab: one.id === "task" ? null : one.id }) }))} />
      <${Tab} id=${id} tab=${tab} row=${row} own=${query.get("own")} />
    </section>`}
  </div>`;
}
