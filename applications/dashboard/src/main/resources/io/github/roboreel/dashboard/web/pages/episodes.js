import { useMemo, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { address, go, setQuery, usePlace } from "../lib/router.js";
import { useAnswer, useThrottled } from "../lib/answer.js";
import { get, send } from "../lib/api.js";
import { useReadOnly } from "../lib/annotations.js";
import { EpisodeFilterBar, ReportCommand, episodeFilters } from "../lib/episode-filters.js";
import { choices } from "../lib/filters.js";
import { count, plural } from "../lib/format.js";
import { useLive } from "../lib/live.js";
import { usePages } from "../lib/paging.js";
import { useKeys } from "../lib/keys.js";
import { useRecordings } from "../lib/recordings.js";
import { VirtualTable, rowKey } from "../lib/virtual.js";
import { Command, Dialog, Download, Empty, Icon, Menu, Notice, Problem, useTitle } from "../lib/ui.js";
import { EpisodeCards } from "./episode-cards.js";
import { columnChoices, defaultColumns, episodeColumns } from "./episode-columns.js";

const MAX_PICKED = 500;

function CommandDialog({ ids, close }) {
  const { data: known, error } = useAnswer("/selection/formats");
  const [chosen, setFormat] = useState("");
  const format = chosen || known?.formats[0];
  const [answer, setAnswer] = useState(null);
  const asked = useRef("");
  if (format && asked.current !== format) {
    asked.current = format;
    send("POST", "/selection/command", { episodes: ids, format }).then(
      (data) => setAnswer({ data }),
      (error) => setAnswer({ error }),
    );
  }
  return html`<${Dialog} title=${`Export ${plural(ids.length, "episode")}`} close=${close}>
    <div class="toolbar" role="group" aria-label="Format">
      ${(known?.formats ?? []).map(
        (one) => html`<button type="button" key=${one} class="button" aria-pressed=${one === format} onClick=${() => setFormat(one)}>${one}</button>`,
      )}
    </div>
    ${known?.formats.length === 0 && html`<p>The program that shows this page knows no format to export to; use roboreel export.</p>`}
    <p class="muted">Nothing is run from here. Copy the command into a terminal on the machine with the files.</p>
    <${Problem} error=${error ?? answer?.error} />
    <${LeftOut} reasons=${answer?.data?.left_out} />
    ${(answer?.data?.commands ?? []).map((text) => html`<${Command} key=${text} text=${text} />`)}
  <//>`;
}

/** Says which of the episodes the commands do not export: each has its reason. */
function LeftOut({ reasons = [] }) {
  if (reasons.length === 0) return null;
  return html`<${Notice} kind="warn">${plural(reasons.length, "episode")} left out: ${[...new Set(reasons)].join("; ")}.<//>`;
}

function ColumnMenu({ chosen, metrics, defaults }) {
  const set = (id) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    setQuery({ columns: next.join(",") === defaults.join(",") ? null : next.join(",") || "none" });
  };
  return html`<${Menu} label="Columns" end>
    <div role="group" aria-label="Columns">
      ${columnChoices(metrics).map(
        ({ id, label }) => html`<label class="option" key=${id}>
          <input type="checkbox" checked=${chosen.includes(id)} onChange=${() => set(id)} />${label}
        </label>`,
      )}
    </div>
    <button type="button" class="option" onClick=${() => setQuery({ columns: null })}>Reset</button>
  <//>`;
}

function ViewSwitch({ view }) {
  const button = (id, text, path) => html`<button
    type="button"
    class="button icon"
    aria-label=${text}
    title=${text}
    aria-pressed=${view === id}
    onClick=${() => setQuery({ view: id === "table" ? null : id })}
  ><${Icon} path=${path} /></button>`;
  return html`<div class="switch" role="group" aria-label="View">
    ${button("table", "Table", "M2 4h12M2 8h12M2 12h12")}
    ${button("cards", "Cards", "M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z")}
  </div>`;
}

function pickNote(notLoaded, tooMany) {
  const notes = [];
  if (notLoaded > 0) notes.push(`${plural(notLoaded, "row")} of the range not loaded, so left as before; scroll past them first.`);
  if (tooMany > 0) notes.push(`${plural(tooMany, "episode")} not selected: at most ${count(MAX_PICKED)} can be.`);
  return notes.join(" ");
}

function usePicked(query, pages) {
  const picked = useMemo(() => new Set(query.getAll("pick")), [query]);
  const last = useRef(-1);
  const [note, setNote] = useState("");
  const pick = (row, index, isRange) => {
    const next = new Set(picked);
    const isOn = !next.has(row.id);
    let notLoaded = 0;
    const from = isRange && last.current >= 0 ? last.current : index;
    for (let i = Math.min(from, index); i <= Math.max(from, index); i += 1) {
      const id = pages.rowAt(i)?.id;
      if (id && isOn) next.add(id);
      else if (id) next.delete(id);
      else notLoaded += 1;
    }
    last.current = index;
    setNote(pickNote(notLoaded, next.size - MAX_PICKED));
    setQuery({ pick: [...next].slice(0, MAX_PICKED) });
  };
  return { picked, pick, note };
}

function SelectionActions({ picked, total, parameters, exportThem }) {
  const ids = [...picked];
  const all = async () => {
    const { episodes } = await get("/episodes", { ...parameters, limit: MAX_PICKED });
    setQuery({ pick: episodes.map((one) => one.id) });
  };
  if (ids.length === 0) {
    return total > 0 && total <= MAX_PICKED && html`<button type="button" class="button quiet" onClick=${all}>Select all</button>`;
  }
  return html`<span class="muted small" role="status">${count(ids.length)} selected</span>
    <button type="button" class="button quiet" onClick=${() => setQuery({ pick: null })}>Clear</button>
    ${ids.length === 2 && html`<a class="button" href=${address(`pair/${ids[0]}/${ids[1]}`)}>Side by side</a>`}
    <button type="button" class="button primary" onClick=${exportThem}>Export…</button>`;
}

/** All episodes that pass the filters: a table or cards, choices, export, CSV. */
export function EpisodesPage() {
  const { query } = usePlace();
  const filters = episodeFilters(query);
  const sort = query.get("sort") ?? "";
  const parameters = { ...filters, sort };
  const pages = usePages("/episodes", parameters);
  const recordings = useRecordings();
  const [notSaved, setNotSaved] = useState(null);
  const notes = { changed: pages.patch, failed: setNotSaved, isReadOnly: useReadOnly() };
  const [isExporting, setExporting] = useState(false);
  const { picked, pick, note } = usePicked(query, pages);
  const reload = useThrottled(pages.reload, 2000);
  useLive("episode", reload);
  useLive("resumed", reload);
  useKeys([
    rowKey("x", "Select the row", "input[type=checkbox]"),
    rowKey("f", "Flag the row", "button.flag-button"),
    {
      keys: ["c"], what: "Two selected episodes side by side", group: "Lists",
      when: () => picked.size === 2, run: () => go(`pair/${[...picked].join("/")}`),
    },
  ], [picked]);
  const recordingName = recordings.name;
  const facets = pages.head?.facets;
  const defaults = defaultColumns(filters.recording.length !== 1);
  const given = query.get("columns");
  const chosen = given ? given.split(",").filter((id) => id !== "none") : defaults;
  const metrics = choices(facets?.metrics).map(([name]) => name);
  const known = metrics.length ? metrics : Object.keys(pages.rowAt(0)?.metrics ?? {});
  const view = query.get("view") === "cards" ? "cards" : "table";
  const one = filters.recording.length === 1 ? recordingName(filters.recording[0]) : null;
  useTitle(one ? `Episodes of ${one}` : "Episodes");
  const shared = { total: pages.total, rowAt: pages.rowAt, want: pages.want, version: pages.version };
  return html`<div class="page fill">
    <div class="page-head">
      <div class="grow toolbar">
        <h1>Episodes</h1>
        <span class="muted" role="status">${pages.head ? count(pages.total) : ""}</span>
        ${one && html`<span class="muted">in <a href=${address(`recording/${filters.recording[0]}`)}>${one}</a></span>`}
      </div>
      <div class="toolbar">
        <${SelectionActions} picked=${picked} total=${pages.total} parameters=${parameters} exportThem=${() => setExporting(true)} />
        <a class="button" href=${address("metrics", filters)}>Results</a>
        <${ReportCommand} parameters=${filters} />
        <${Download} path="/episodes" parameters=${{ ...parameters, format: "csv" }} name="episodes.csv">CSV<//>
        ${view === "table" && html`<${ColumnMenu} chosen=${chosen} metrics=${known} defaults=${defaults} />`}
        <${ViewSwitch} view=${view} />
      </div>
    </div>
    <${EpisodeFilterBar} facets=${{ ...facets, metrics: known }} recordingName=${recordingName} />
    <p class="small warn" role="status" hidden=${!note || picked.size === 0}>${note}</p>
    <${Problem} error=${pages.error} retry=${pages.reload} />
    <${Problem} error=${notSaved} what="The flag was not saved." />
    ${view === "cards"
      ? html`<${EpisodeCards} ...${shared} hasMany=${filters.recording.length !== 1} picked=${picked} pick=${pick} notes=${notes} />`
      : html`<${VirtualTable}
          label="Episodes"
          ...${shared}
          columns=${episodeColumns({ chosen, picked, pick, notes })}
          sort=${sort}
          onSort=${(next) => setQuery({ sort: next })}
          isSelected=${(row) => picked.has(row.id)}
        />`}
    ${pages.head && pages.total === 0 && !pages.loading &&
    html`<${Empty} title="No episode passes these filters">Take away a filter above, or wait: episodes appear when they end.<//>`}
    ${isExporting && html`<${CommandDialog} ids=${[...picked]} close=${() => setExporting(false)} />`}
  </div>`;
}
