import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { useAnswer, useThrottled } from "../lib/answer.js";
import { url } from "../lib/api.js";
import { address, go, place, setQuery } from "../lib/router.js";
import { number } from "../lib/format.js";
import { useLive } from "../lib/live.js";
import { Command, Empty, Icon, Notice, Problem, Skeleton, StatusBadge, Tabs, Verdict, useTitle } from "../lib/ui.js";
import { Cameras, picturesOf } from "./cameras.js";
import { Chooser } from "./chooser.js";
import { stepNumber } from "./clock.js";
import { Controls } from "./controls.js";
import { EventList } from "./events.js";
import { Metadata, Metrics } from "./facts.js";
import { curveNames, defaultPlots, parsePlot } from "./fields.js";
import { useClockState, useWidth } from "./hooks.js";
import { ownsArrows, useClockKeys } from "./keys.js";
import { useLiveEpisode } from "./live.js";
import { FlagButton, NoteEditor, useAnnotation } from "./notes.js";
import { Plots, plotWidth } from "./plots.js";
import { usePageQuery, useSeries, useTransport, useView } from "./state.js";
import { Timeline } from "./timeline.js";
import { SIM_TIME, timeIn } from "./times.js";
import { FileTree } from "./tree.js";
import { Values, useExact } from "./values.js";
import { ViewTab } from "./view3d-tab.js";

const KEPT = ["fields", "cameras", "tab", "speed"];

/** One episode: its cameras, signals and events on one clock. */
export function EpisodePage({ ids }) {
  const [id] = ids;
  const { data: episode, error, reload } = useAnswer(id ? `/episodes/${id}` : null);
  useTitle(episode ? nameOf(episode) : "Episode");
  if (!id) return html`<div class="page"><${Empty} title="No episode"><a href="#/">Choose a recording</a><//></div>`;
  if (!episode) {
    return html`<div class="page"><h1>Episode</h1>${error ? html`<${NotShown} id=${id} error=${error} retry=${reload} />` : html`<${Skeleton} rows=${10} />`}</div>`;
  }
  return html`<${Episode} episode=${episode} error=${error} reload=${reload} />`;
}

function NotShown({ id, error, retry }) {
  // A recording that has only just begun may tell of an episode before it can be read.
  const retrySoon = useThrottled(retry);
  useLive("rows", (rows) => rows.episode === id && retrySoon());
  return html`<${Problem} error=${error} retry=${retry} what="The episode cannot be shown." />`;
}

/** Short name of an episode. */
export function nameOf(episode) {
  return `${episode.task_name ?? episode.env_name}, run ${episode.run ?? "–"}, env ${episode.env_id ?? "–"}`;
}

function Episode({ episode, error, reload }) {
  const query = usePageQuery();
  const steps = episode.num_samples ?? 0;
  const transport = useTransport(episode.id, steps, episode.dt, query, episode.live ? steps - 1 : 0);
  const events = useAnswer(`/episodes/${episode.id}/events`);
  const annotation = useAnnotation(episode.id);
  const noteInput = useRef(null);
  const [view, setView] = useView();
  const [plotsRef, plotsWidth] = useWidth();
  const [isChoosing, setChoosing] = useState(false);
  useClockState(transport);

  const fields = episode.fields ?? [];
  const chosenFields = query.getAll("fields");
  const keys = chosenFields.length ? chosenFields : defaultPlots(fields, transport.steps);
  const plots = useMemo(() => keys.map((key) => parsePlot(key, fields)).filter(Boolean), [keys.join("\n"), fields]);
  const names = useMemo(() => curveNames(plots), [plots]);
  const hasTimes = fields.some((field) => field.path === SIM_TIME);
  const wanted = useMemo(() => [...new Set([...names, ...(hasTimes ? [SIM_TIME] : [])])], [names, hasTimes]);
  const { store, source } = useSeries(episode.id, wanted, plotWidth(plotsWidth), transport.steps, view);
  const exact = useExact(episode.id, transport, wanted, source);
  const seconds = useCallback(
    (step) => exact(SIM_TIME, step) ?? timeIn(source.curveAt(SIM_TIME, step), step, transport.dt) ?? stepNumber(step) * transport.dt,
    [exact, source, transport],
  );
  const tab = query.get("tab") ?? "signals";

  const changed = useThrottled(() => {
    reload();
    events.reload();
  }, 500);
  const reloadSoon = useThrottled(reload, 1000);
  const reloadEvents = useThrottled(events.reload, 300);
  const holder = useRef(wanted);
  holder.current = wanted;
  useLiveEpisode({ episode, transport, store, names: () => holder.current, calls: { events: reloadEvents, more: reloadSoon, changed } });
  const wasLive = useRef(episode.live);
  useEffect(() => {
    const isOpen = episode.live || Boolean(episode.recover_command);
    transport.setSteps(Math.max(steps, isOpen ? transport.steps : 0));
    if (wasLive.current && !isOpen) store.reload();
    wasLive.current = episode.live;
  }, [episode]);

  const choose = useCallback((next) => setQuery({ fields: next.length ? next : null }), []);
  const kept = () => Object.fromEntries(KEPT.map((name) => [name, place().query.getAll(name)]));
  const neighbour = (which) => {
    const other = episode.neighbours?.[which];
    if (other) go(`episode/${other}`, kept());
  };
  const compare = () => go(`pair/${episode.id}/${episode.neighbours?.next ?? episode.neighbours?.previous ?? episode.id}`, { align: "start" });
  useClockKeys(
    transport,
    {
      eventSteps: () => (events.data?.events ?? []).map((event) => event.row),
      more: [
        { keys: ["k", "ArrowUp"], label: ["k", "↑"], what: "Previous episode", group: "Episode", run: () => neighbour("previous"), when: (event) => event.key === "k" || !ownsArrows(event) },
        { keys: ["j", "ArrowDown"], label: ["j", "↓"], what: "Next episode", group: "Episode", run: () => neighbour("next"), when: (event) => event.key === "j" || !ownsArrows(event) },
        ...(annotation.isReadOnly ? [] : [
          { keys: ["f"], what: "Flag", group: "Episode", run: () => annotation.note && annotation.save({ flag: !annotation.note.flag }) },
          { keys: ["e"], what: "Edit the note", group: "Episode", run: () => noteInput.current?.focus() },
        ]),
        { keys: ["c"], what: "Compare with the neighbour", group: "Episode", run: compare },
        { keys: ["l"], what: "Live edge", group: "Clock", run: () => transport.by(transport.steps) },
        { keys: ["0"], what: "Plots show all steps", group: "Plots", run: () => setView(null) },
        { keys: ["/"], what: "Search the fields", group: "Plots", run: () => openSearch(tab, setChoosing) },
      ],
    },
    [episode, events.data, annotation.note, annotation.isReadOnly, tab],
  );

  const hasPictures = picturesOf(episode).length > 0;
  const isAtEdge = transport.step >= transport.steps - 1;
  const live = episode.live
    ? html`<button type="button" class=${`badge live edge ${isAtEdge ? "" : "behind"}`} title="Jump to the live edge (l)" onClick=${() => transport.by(transport.steps)}><span class="dot"></span>${isAtEdge ? "Live" : "Go live"}</button>`
    : null;
  const tabs = TABS.map(({ id, label }) => ({ id, label, href: address(`episode/${episode.id}`, { ...allQuery(query), tab: id === "signals" ? null : id }) }));
  return html`<div class="page episode-page">
    <${Head} episode=${episode} annotation=${annotation} neighbour=${neighbour} compare=${compare} query=${query} />
    <${Problem} error=${error} what="What is shown may be old." />
    ${episode.recover_command &&
    html`<${Notice} kind="bad"><p>The recorder of this episode ended without closing its files. What they hold is shown; this command closes them:</p><${Command} text=${episode.recover_command} /><//>`}
    ${(episode.problems ?? []).map((problem) => html`<${Notice} kind="warn">${problem}<//>`)}
    <div class="clock-bar">
      <${Controls} transport=${transport} seconds=${seconds} view=${view} setView=${setView} live=${live} />
      <${Timeline} transport=${transport} seconds=${seconds} events=${events.data} view=${view} label="Step of the episode" />
    </div>
    <div class=${`episode-grid ${hasPictures ? "" : "without-pictures"}`}>
      <div class="episode-side stack">
        <${Cameras} episode=${episode} transport=${transport} chosen=${query.getAll("cameras")} choose=${(cameras) => setQuery({ cameras })} finished=${changed} />
        <${EventList} document=${events.data} error=${events.error} transport=${transport} />
        <${NoteEditor} annotation=${annotation} inputRef=${noteInput} />
      </div>
      <div class="episode-main stack" ref=${plotsRef}>
        <${Tabs} label="Parts of the episode" tabs=${tabs} chosen=${tab} />
        ${tab === "signals" &&
        html`<section class="stack" aria-label="Signals">
          <div class="toolbar">
            <button type="button" class="button" aria-expanded=${isChoosing} onClick=${() => setChoosing(!isChoosing)}><${Icon} path="M8 3v10M3 8h10" size="14" />Fields</button>
            <span class="faint small hint">Drag zooms, a click seeks, the playhead can be dragged; double click shows all</span>
            <span class="end"><a class="button quiet" href=${url(`/episodes/${episode.id}/signals.csv`, csvOf(names, view))} download>CSV</a></span>
          </div>
          ${isChoosing &&
          html`<${Chooser} fields=${fields} steps=${transport.steps} chosen=${keys} choose=${choose} reset=${() => choose([])} close=${() => setChoosing(false)} />`}
          ${plots.length === 0 && html`<${Empty} title="No signals">${fields.length ? "None of the fields in the address is in this episode." : "The fields of this episode cannot be read."}<//>`}
          <${Plots} plots=${plots} source=${source} transport=${transport} view=${view} setView=${setView} width=${plotsWidth} exact=${exact} remove=${(key) => choose(keys.filter((one) => one !== key))} />
        </section>`}
        ${tab === "values" && html`<${Values} episode=${episode} transport=${transport} />`}
        ${tab === "metrics" && html`<${Metrics} episode=${episode} />`}
        ${tab === "metadata" && html`<${Metadata} episode=${episode} />`}
        ${tab === "3d" && html`<${ViewTab} episode=${episode} transport=${transport} />`}
        ${tab === "file" && html`<${FileTree} episode=${episode} />`}
      </div>
    </div>
  </div>`;
}

const TABS = [
  { id: "signals", label: "Signals" },
  { id: "values", label: "Values" },
  { id: "3d", label: "3D" },
  { id: "metrics", label: "Metrics" },
  { id: "metadata", label: "Metadata" },
  { id: "file", label: "Run file" },
];

function openSearch(tab, setChoosing) {
  if (tab === "signals") setChoosing(true);
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector("[data-search]")?.focus()));
}

function allQuery(query) {
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
}

function csvOf(names, view) {
  return { field: names, from: view ? Math.floor(view[0]) : null, to: view ? Math.ceil(view[1]) + 1 : null };
}

function Head({ episode, annotation, neighbour, compare }) {
  const line = episode.line ?? {};
  const { neighbours } = episode;
  const title = episode.instruction || episode.task_name || episode.env_name;
  return html`<header class="episode-head">
    <nav class="crumbs" aria-label="Place">
      <a class="truncate" href=${address(`recording/${episode.recording?.id}`)}>${episode.recording?.name ?? "Recording"}</a><span aria-hidden="true">/</span>
      <span>${episode.env_name}</span><span aria-hidden="true">/</span><span>run ${episode.run ?? "–"}</span><span aria-hidden="true">/</span><span>env ${episode.env_id ?? "–"}</span>
    </nav>
    <div class="page-head">
      <h1 title=${title}>${title}</h1>
      ${episode.live || episode.recover_command ? html`<${StatusBadge} status=${episode.live ? "recording" : "needs-recover"} />` : html`<${Verdict} success=${line.success ?? null} />`}
      ${Number.isFinite(line.score) && html`<span class="muted">score ${number(line.score)}</span>`}
      ${line.policy && html`<span class="chip" title=${line.policy}><span class="truncate">${line.policy}</span></span>`}
      ${(line.attributes ?? []).map((attribute) => html`<span class="chip" key=${attribute} title=${attribute}><span class="truncate">${attribute}</span></span>`)}
      <div class="page-actions">
      <${FlagButton} annotation=${annotation} />
      <button type="button" class="button" onClick=${compare} title="Compare with the neighbour (c)">Compare</button>
      <div class="button-pair" role="group" aria-label="Neighbours">
        <button type="button" class="button icon" title="Previous episode (k)" aria-label="Previous episode" disabled=${!neighbours?.previous} onClick=${() => neighbour("previous")}><${Icon} path="M4 10l4-4 4 4" /></button>
        <button type="button" class="button icon" title="Next episode (j)" aria-label="Next episode" disabled=${!neighbours?.next} onClick=${() => neighbour("next")}><${Icon} path="M4 6l4 4 4-4" /></button>
      </div>
      </div>
    </div>
    ${line.reason && html`<p class="muted small truncate" title=${line.reason}>${line.reason}</p>`}
  </header>`;
}
