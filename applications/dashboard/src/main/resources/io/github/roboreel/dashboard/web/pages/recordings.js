import { useEffect, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { address, go, setQuery, usePlace } from "../lib/router.js";
import { useAnswer, useThrottled } from "../lib/answer.js";
import { get } from "../lib/api.js";
import { FilterChips, FilterMenu, SearchBox, toggleFilter } from "../lib/filters.js";
import { ago, bytes, count, dateTime, fixed, plural } from "../lib/format.js";
import { partOf } from "../lib/groups.js";
import { useLive } from "../lib/live.js";
import { usePages } from "../lib/paging.js";
import { useKeys } from "../lib/keys.js";
import { MAX_RECORDINGS } from "../lib/recordings.js";
import { VirtualTable, rowKey } from "../lib/virtual.js";
import { Command, Dialog, Empty, Notice, Problem, Rate, StatusBadge, useTitle } from "../lib/ui.js";

const PARAMETERS = ["q", "status", "policy", "task", "folder"];
const CLEAR = Object.fromEntries(PARAMETERS.map((name) => [name, null]));
const DEFAULT_SORT = "-started";

function names(list, noun) {
  if (!list || list.length === 0) return html`<span class="faint">none</span>`;
  const text = list.length === 1 ? list[0] : list.length === 2 ? list.join(", ") : plural(list.length, noun, noun === "policy" ? "policies" : undefined);
  return html`<span title=${list.join("\n")}>${text}</span>`;
}

/** The status; where it needs repair, a button that shows the command. */
function Status({ row, recover }) {
  if (row.status !== "needs-recover") return html`<${StatusBadge} status=${row.status} />`;
  return html`<button type="button" class="button link" title="Show the command that recovers it" onClick=${() => recover(row)}>
    <${StatusBadge} status=${row.status} />
  </button>`;
}

function Runs({ runs }) {
  if (!runs) return null;
  const { done, promised, open } = runs;
  const title = `${plural(done, "run")} done of ${count(promised)}${open ? `, ${open} open` : ""}`;
  return html`<span title=${title}>${count(done)}${promised ? html`<span class="faint"> / ${count(promised)}</span>` : ""}</span>`;
}

/** The mean; beside it how many episodes have a score, where that is not all. */
function Score({ row }) {
  const part = partOf(row.score, row.episodes);
  if (!part) return fixed(row.score?.mean, 3);
  return html`<span title=${`mean of ${part} episodes`}>${fixed(row.score.mean, 3)} <span class="faint">${part}</span></span>`;
}

function columns(selected, recover) {
  return [
    {
      id: "select", label: "Select", hideLabel: true, width: 38,
      cell: (row) => html`<input
        type="checkbox"
        aria-label=${`Select ${row.name}`}
        checked=${selected.includes(row.id)}
        onChange=${() => toggleFilter("recording", row.id)}
      />`,
    },
    {
      id: "name", label: "Recording", width: 200, grow: true, sort: "name", isHeader: true,
      cell: (row) => html`<a data-row-link href=${address(`recording/${row.id}`)} title=${row.name}>${row.name}</a>`,
    },
    { id: "status", label: "Status", width: 132, cell: (row) => html`<${Status} row=${row} recover=${recover} />` },
    { id: "policy", label: "Policy", width: 120, spare: 3, cell: (row) => names(row.policies, "policy") },
    { id: "tasks", label: "Tasks", width: 176, spare: 4, cell: (row) => names(row.tasks, "task") },
    { id: "runs", label: "Runs", width: 72, num: true, spare: 7, cell: (row) => html`<${Runs} runs=${row.runs} />` },
    { id: "episodes", label: "Episodes", width: 86, num: true, sort: "episodes", cell: (row) => count(row.episodes) },
    {
      id: "rate", label: "Success %", width: 190, sort: "success_rate", title: "Success rate with its 95 % interval",
      cell: (row) => row.indexed === false ? html`<span class="faint">being read</span>` : html`<${Rate} rate=${row.success_rate} range=${row.success_rate_ci95} counts=${`${count(row.successes)} of ${count(row.judged)} judged`} />`,
    },
    { id: "score", label: "Score", width: 90, num: true, spare: 6, cell: (row) => html`<${Score} row=${row} />` },
    {
      id: "problems", label: "Problems", width: 82, num: true, spare: 5,
      cell: (row) => row.problems
        ? html`<a class="warn" href=${address(`recording/${row.id}`, { tab: "problems" })}>${count(row.problems)}</a>`
        : html`<span class="faint">0</span>`,
    },
    {
      id: "started", label: "Started", width: 96, sort: "started", num: true, spare: 1,
      cell: (row) => html`<time datetime=${row.started_at} title=${dateTime(row.started_at)}>${ago(row.started_at)}</time>`,
    },
    { id: "bytes", label: "Size", width: 80, sort: "bytes", num: true, spare: 2, cell: (row) => bytes(row.bytes) },
  ];
}

function RecoverDialog({ row, close }) {
  const { data, error } = useAnswer(`/recordings/${row.id}`);
  return html`<${Dialog} title="A recorder died while it wrote this" close=${close}>
    <p>
      A run file of <strong>${row.name}</strong> was not closed. Finished episodes are safe; this command repairs the open
      files:
    </p>
    <${Problem} error=${error} />
    ${data?.commands?.recover && html`<${Command} text=${data.commands.recover} />`}
  <//>`;
}

function Indexing({ indexing, reload }) {
  const isBusy = indexing && indexing.done < indexing.total;
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setTimeout(reload, 700);
    return () => clearTimeout(timer);
  });
  if (!isBusy) return null;
  const text = `Reading results: ${count(indexing.done)} of ${count(indexing.total)} recordings`;
  return html`<span class="indexing small muted" role="status">
    ${text}
    <span class="progress" aria-hidden="true"><div style=${{ width: `${(100 * indexing.done) / indexing.total}%` }}></div></span>
  </span>`;
}

function Selection({ selected, filters, total }) {
  const few = selected.length < 2;
  const all = async () => {
    const { recordings } = await get("/recordings", { ...filters, limit: MAX_RECORDINGS });
    setQuery({ recording: recordings.map((one) => one.id) });
  };
  const to = (page) => address(page, { recording: selected });
  const shared = { policy: filters.policy, task: filters.task };
  return html`<div class="end">
    ${total > 1 && selected.length < Math.min(total, MAX_RECORDINGS) &&
    html`<button type="button" class="button quiet" onClick=${all}>${total > MAX_RECORDINGS ? `Select ${count(MAX_RECORDINGS)}` : "Select all"}</button>`}
    ${selected.length > 0 &&
    html`<span class="muted small" role="status">${count(selected.length)} selected</span>
      <button type="button" class="button quiet" onClick=${() => setQuery({ recording: null })}>Clear</button>`}
    <a class="button" href=${selected.length ? to("episodes") : address("episodes", shared)}>Episodes</a>
    <a class="button" href=${selected.length ? to("metrics") : address("metrics", shared)}>Results</a>
    ${few
      ? html`<button type="button" class="button primary" aria-disabled="true" title="Select two recordings or more">Compare</button>`
      : html`<a class="button primary" href=${to("compare")}>Compare</a>`}
  </div>`;
}

function chips(query, folders) {
  const folder = (id) => folders.find((one) => one.id === id)?.name ?? id;
  return [
    ...query.getAll("status").map((value) => ({ name: "status", value, text: `Status ${value}` })),
    ...query.getAll("policy").map((value) => ({ name: "policy", value, text: `Policy ${value}` })),
    ...query.getAll("task").map((value) => ({ name: "task", value, text: `Task ${value}` })),
    ...query.getAll("folder").map((value) => ({ name: "folder", value, text: `Folder ${folder(value)}` })),
  ];
}

/** Names the folders that cannot be looked into. */
function Unreadable({ folders }) {
  const all = folders.flatMap((folder) => (folder.unreadable ?? []).map((path) => [folder.name, path].filter(Boolean).join("/")));
  if (all.length === 0) return null;
  const shown = all.slice(0, 3).join(", ");
  return html`<${Notice} kind="warn">
    <span title=${all.join("\n")}>The server cannot look into ${shown}${all.length > 3 ? ` and ${count(all.length - 3)} more` : ""}: what is in there is missing here until it exists and its rights let the server in.</span>
  <//>`;
}

/** All recordings: search, facets, sort, select. */
export function RecordingsPage() {
  useTitle("Recordings");
  const { query } = usePlace();
  const [recover, setRecover] = useState(null);
  const sort = query.get("sort") ?? DEFAULT_SORT;
  const filters = Object.fromEntries(PARAMETERS.map((name) => [name, query.getAll(name)]));
  const pages = usePages("/recordings", { ...filters, sort });
  const reload = useThrottled(pages.reload, 1500);
  useLive("recording", (row) => pages.patch(row.id, row) || reload());
  useLive("gone", reload);
  useLive("resumed", reload);
  const selected = query.getAll("recording");
  useKeys([
    rowKey("x", "Select the row", "input[type=checkbox]"),
    {
      keys: ["c"], what: "Compare the selected recordings", group: "Lists",
      when: () => selected.length > 1, run: () => go("compare", { recording: selected }),
    },
  ], [selected.join()]);
  const head = pages.head;
  const folders = head?.folders ?? [];
  const folderFacet = folders.map((folder) => ({ name: folder.id }));
  const isFiltered = PARAMETERS.some((name) => query.has(name));
  return html`<div class="page fill">
    <div class="page-head">
      <h1>Recordings</h1>
      <span class="muted" role="status">${head ? count(pages.total) : ""}</span>
      <${Indexing} indexing=${head?.indexing} reload=${pages.reload} />
    </div>
    <div class="toolbar">
      <${SearchBox} label="Search name, policy, task" />
      <${FilterMenu} label="Status" name="status" facet=${head?.facets?.statuses} />
      <${FilterMenu} label="Policy" name="policy" facet=${head?.facets?.policies} />
      <${FilterMenu} label="Task" name="task" facet=${head?.facets?.tasks} />
      ${folders.length > 1 &&
      html`<${FilterMenu} label="Folder" name="folder" facet=${folderFacet} text=${(id) => folders.find((one) => one.id === id)?.name ?? id} />`}
      <${Selection} selected=${selected} filters=${{ ...filters, sort }} total=${pages.total} />
    </div>
    <${FilterChips} chips=${chips(query, folders)} clear=${CLEAR} />
    <${Problem} error=${pages.error} retry=${pages.reload} />
    <${Unreadable} folders=${folders} />
    <${VirtualTable}
      label="Recordings"
      columns=${columns(selected, setRecover)}
      total=${pages.total}
      rowAt=${pages.rowAt}
      want=${pages.want}
      version=${pages.version}
      sort=${sort}
      onSort=${(next) => setQuery({ sort: next === DEFAULT_SORT ? null : next })}
      isSelected=${(row) => selected.includes(row.id)}
    />
    ${head && pages.total === 0 && !pages.loading &&
    html`<${Empty} title=${isFiltered ? "No recording passes these filters" : "No recordings here yet"}>
      ${isFiltered
        ? html`<button type="button" class="button" onClick=${() => setQuery(CLEAR)}>Clear the filters</button>`
        : html`<p>Recordings appear here by themselves, also while they are being made:</p>
            <${Command} text=${`roboreel record --output-dir FOLDER`} />`}
    <//>`}
    ${recover && html`<${RecoverDialog} row=${recover} close=${() => setRecover(null)} />`}
  </div>`;
}
