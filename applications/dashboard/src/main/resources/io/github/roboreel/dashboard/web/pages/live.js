import { html } from "../lib/html.js";
import { address } from "../lib/router.js";
import { useAnswer, useThrottled } from "../lib/answer.js";
import { ago, count, plural } from "../lib/format.js";
import { useLive } from "../lib/live.js";
import { Health } from "../lib/sparkline.js";
import { Command, Empty, Problem, Rate, Skeleton, StatusBadge, useTitle } from "../lib/ui.js";
import { LiveEnvs } from "./recording-parts.js";

function InProgress({ row }) {
  const { data, reload } = useAnswer(`/recordings/${row.id}`);
  const throttled = useThrottled(reload, 1000);
  useLive("episode", (episode) => episode.recording === row.id && throttled());
  useLive("recording", (changed) => changed.id === row.id && throttled());
  const now = data ?? row;
  const { runs = {} } = now;
  const share = runs.promised ? Math.min(1, runs.done / runs.promised) : null;
  return html`<section class="card" aria-label=${now.name}>
    <div class="card-head">
      <h2><a href=${address(`recording/${row.id}`)}>${now.name}</a></h2>
      <${StatusBadge} status=${now.status} />
      <span class="muted small">started ${ago(now.started_at)}</span>
    </div>
    <div class="live-facts">
      <div><span class="muted small">Runs</span><span>${count(runs.done)}${runs.promised ? ` of ${count(runs.promised)}` : ""}</span></div>
      <div><span class="muted small">Episodes</span><span>${count(now.episodes)}</span></div>
      <div class="wide"><span class="muted small">Success rate, %</span><${Rate} rate=${now.success_rate} range=${now.success_rate_ci95} counts=${`${count(now.successes)} of ${count(now.judged)}`} /></div>
      <div><span class="muted small">Policy</span><span class="truncate">${(now.policies ?? []).join(", ") || "–"}</span></div>
    </div>
    ${share !== null &&
    html`<div class="progress" role="progressbar" aria-label="Runs done" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(share * 100)}>
      <div style=${{ width: `${share * 100}%` }}></div>
    </div>`}
    <${Health} recording=${row.id} />
    ${data && html`<${LiveEnvs} row=${data} />`}
  </section>`;
}

/** A recording whose recorder died: it stays here until it is recovered. */
function Died({ row }) {
  const { data } = useAnswer(`/recordings/${row.id}`);
  return html`<section class="card" aria-label=${row.name}>
    <div class="card-head">
      <h2><a href=${address(`recording/${row.id}`)}>${row.name}</a></h2>
      <${StatusBadge} status=${row.status} />
      <span class="muted small">last written ${ago(row.modified_at)}</span>
    </div>
    <p>Its recorder died: a run file was not closed. Finished episodes are safe. This command repairs the open files:</p>
    ${data?.commands?.recover && html`<${Command} text=${data.commands.recover} />`}
  </section>`;
}

/** All recordings in progress, with the health of their recorders, and those whose recorders died. */
export function LivePage() {
  useTitle("Live");
  const { data, error, reload: reloadLive } = useAnswer("/recordings", { status: "recording", limit: 50 });
  const { data: dead, error: deadError, reload: reloadDead } = useAnswer("/recordings", { status: "needs-recover", sort: "-started", limit: 50 });
  const died = dead?.recordings ?? [];
  const reload = () => {
    reloadLive();
    reloadDead();
  };
  const throttled = useThrottled(reload, 1500);
  useLive("recording", throttled);
  useLive("gone", throttled);
  useLive("resumed", throttled);
  const rows = data?.recordings ?? [];
  return html`<div class="page">
    <div class="page-head"><h1>Live</h1><span class="muted" role="status">${data ? plural(data.total ?? rows.length, "recording") : ""}${died.length > 0 ? `, ${count(dead.total)} died` : ""}</span></div>
    <${Problem} error=${error ?? deadError} retry=${reload} />
    ${!data && !error && html`<${Skeleton} rows=${3} height=${120} />`}
    ${data && rows.length === 0 &&
    html`<${Empty} title="Nothing is being recorded">
      <p>A recording appears here as soon as its recorder starts to write into a folder that is served.</p>
      <${Command} text="roboreel record --output-dir FOLDER --metrics-port 0" />
    <//>`}
    ${rows.map((row) => html`<${InProgress} key=${row.id} row=${row} />`)}
    ${died.map((row) => html`<${Died} key=${row.id} row=${row} />`)}
  </div>`;
}
