import { useEffect, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { address, usePlace } from "../lib/router.js";
import { useAnswer } from "../lib/answer.js";
import { send } from "../lib/api.js";
import { ago, count, plural } from "../lib/format.js";
import { RecordingMenu, useRecordings } from "../lib/recordings.js";
import { DataTable } from "../lib/table.js";
import { Command, Empty, Notice, Problem, Skeleton, StatusBadge, useTitle } from "../lib/ui.js";

const KINDS = { error: "bad", note: "info" };
const POLL_MS = 1000;

function Finding({ one }) {
  return html`<li class="finding">
    <span class=${`badge ${KINDS[one.severity]}`}>${one.severity}</span>
    <div>
      <div class="mono small">${one.file}${one.place ? html`<span class="faint"> ${one.place}</span>` : ""}</div>
      <div>${one.problem}</div>
      ${one.advice && html`<div class="muted">${one.advice}</div>`}
    </div>
  </li>`;
}

function summaryText(summary) {
  if (!summary) return "";
  const { run_files: files = 0, episodes = 0, videos = 0, errors = 0, notes = 0 } = summary;
  const read = [plural(files, "run file"), plural(episodes, "episode"), plural(videos, "video")].join(", ");
  return `Read ${read}: ${plural(errors, "error")}, ${plural(notes, "note")}.`;
}

function Check({ id, name }) {
  const { data, error, reload } = useAnswer(`/problems/${id}`);
  const detail = useAnswer(`/recordings/${id}`).data;
  const [refused, setRefused] = useState(null);
  const isRunning = data?.status === "running";
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  });
  const start = async () => {
    try {
      await send("POST", `/problems/${id}`, {});
      setRefused(null);
    } catch (e) {
      setRefused(e);
    }
    reload();
  };
  const findings = data?.findings ?? [];
  return html`<section class="card" aria-label=${`Check of ${name}`}>
    <div class="card-head">
      <h2><a href=${address(`recording/${id}`)}>${name}</a></h2>
      ${detail && html`<${StatusBadge} status=${detail.status} />`}
      ${data?.status === "done" && html`<span class="muted small">checked ${ago(data.started_at)}</span>`}
      <button type="button" class="button primary" disabled=${isRunning || !data} onClick=${start}>
        ${isRunning ? "Checking…" : data?.status === "done" ? "Check again" : "Check all files"}
      </button>
    </div>
    ${data?.is_outdated && html`<p class="card-body muted" role="status">The recording has changed since this check.</p>`}
    ${isRunning && html`<p class="card-body muted" role="status">The check reads every file of the recording; it may take minutes. You may leave this page.</p>`}
    ${(error || refused) && html`<div class="card-body"><${Problem} error=${error ?? refused} /></div>`}
    ${detail?.status === "needs-recover" && detail.commands?.recover &&
    html`<div class="card-body stack"><p>The recorder died. This command repairs the open files:</p><${Command} text=${detail.commands.recover} /></div>`}
    ${data?.status === "done" && findings.length === 0 && html`<div class="card-body good">No problems found. <span class="muted">${summaryText(data.summary)}</span></div>`}
    ${findings.length > 0 &&
    html`<ul class="findings">${findings.map((one, i) => html`<${Finding} key=${i} one=${one} />`)}</ul>
      ${data.summary && html`<p class="card-body muted small">${summaryText(data.summary)}</p>`}`}
    ${data?.status === "none" && html`<p class="card-body muted">Not checked since the server started. The check reads every file and says what is wrong and what to do.</p>`}
    ${detail?.problems?.length > 0 &&
    html`<p class="card-body small"><a href=${address(`recording/${id}`, { tab: "problems" })}>${plural(detail.problems.length, "problem")} met while reading its results</a></p>`}
  </section>`;
}

function Doubtful({ recordings }) {
  const rows = recordings.all.filter((one) => one.problems > 0 || one.status === "needs-recover" || one.status === "unreadable");
  if (!recordings.isKnown) return html`<${Skeleton} rows=${4} height=${28} />`;
  if (rows.length === 0) {
    return html`<${Empty} title="No problems known">Reading the results met no problem. Choose a recording to check all of its files.<//>`;
  }
  const columns = [
    {
      id: "name", label: "Recording", isHeader: true, sort: "name", value: (row) => row.name,
      cell: (row) => html`<a href=${address("problems", { recording: row.id })}>${row.name}</a>`,
    },
    { id: "status", label: "Status", sort: "status", value: (row) => row.status, cell: (row) => html`<${StatusBadge} status=${row.status} />` },
    { id: "problems", label: "Problems", num: true, sort: "problems", value: (row) => row.problems, cell: (row) => count(row.problems) },
    { id: "started", label: "Started", num: true, cell: (row) => ago(row.started_at) },
    { id: "do", label: "What to do", cell: (row) => html`<a href=${address("problems", { recording: row.id })}>${row.status === "needs-recover" ? "See the command that recovers" : "Check its files"}</a>` },
  ];
  return html`<div class="card"><${DataTable} label="Recordings with problems" columns=${columns} rows=${rows} keyOf=${(row) => row.id} /></div>`;
}

/** What is wrong in the files, and what to do. */
export function ProblemsPage() {
  useTitle("Problems");
  const { query } = usePlace();
  const recordings = useRecordings();
  const ids = query.getAll("recording");
  return html`<div class="page">
    <div class="page-head">
      <h1 class="grow">Problems</h1>
      ${ids.length > 0 && html`<a class="button quiet" href="#/problems">All recordings</a>`}
      <${RecordingMenu} recordings=${recordings} label="Check a recording" isCounted=${false} />
    </div>
    ${ids.length === 0 && html`<${Notice}>Recordings whose results could not be read whole, or whose recorder died.<//><${Doubtful} recordings=${recordings} />`}
    ${ids.map((id) => html`<${Check} key=${id} id=${id} name=${recordings.name(id)} />`)}
  </div>`;
}
