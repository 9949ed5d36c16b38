import { useCallback, useMemo, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { useAnswer } from "../lib/answer.js";
import { address, go, setQuery } from "../lib/router.js";
import { number } from "../lib/format.js";
import { Empty, Icon, Notice, Problem, Skeleton, Verdict, useTitle } from "../lib/ui.js";
import { alignment, firstEvent, parseAlign, sharedEvents, stepOf } from "./align.js";
import { VideoFigure, picturesOf } from "./cameras.js";
import { Chooser } from "./chooser.js";
import { stepNumber } from "./clock.js";
import { shifted } from "./columns.js";
import { Controls } from "./controls.js";
import { curveNames, defaultPlots, parsePlot } from "./fields.js";
import { useClockState, useWidth } from "./hooks.js";
import { useClockKeys } from "./keys.js";
import { nameOf } from "./page.js";
import { Plots, plotWidth } from "./plots.js";
import { usePageQuery, useSeries, useTransport, useView } from "./state.js";
import { Timeline } from "./timeline.js";
import { SIM_TIME, timeIn } from "./times.js";

const COLORS = ["--series-1", "--series-2"];
const LETTERS = ["A", "B"];

/** Two episodes on one clock, aligned at their start or at an event. */
export function PairPage({ ids }) {
  const [a, b] = ids;
  useTitle("Two episodes");
  const answers = [useAnswer(a ? `/episodes/${a}` : null), useAnswer(b ? `/episodes/${b}` : null)];
  const events = [useAnswer(a ? `/episodes/${a}/events` : null), useAnswer(b ? `/episodes/${b}/events` : null)];
  if (!a || !b) return html`<div class="page"><${Empty} title="Two episodes are needed">Choose them in the list of episodes, or press c on an episode's page.<//></div>`;
  const failed = answers.find((answer) => answer.error && !answer.data);
  if (failed) return html`<div class="page"><${Problem} error=${failed.error} retry=${failed.reload} what="One of the two episodes cannot be shown." /></div>`;
  const areThere = answers.every((answer) => answer.data) && events.every((answer) => answer.data || answer.error);
  if (!areThere) return html`<div class="page"><${Skeleton} rows=${10} /></div>`;
  return html`<${Pair} episodes=${answers.map((answer) => answer.data)} events=${events.map((answer) => answer.data)} />`;
}

/** The two, once everything is there. */
function Pair({ episodes, events }) {
  const query = usePageQuery();
  const align = parseAlign(query.get("align"));
  const found = events.map((document) => (align.code === null ? null : firstEvent(document?.events, align.code)));
  const isFound = align.kind === "start" || found.every(Boolean);
  const lengths = episodes.map((episode) => ({ steps: episode.num_samples ?? 0, dt: episode.dt }));
  const at = isFound && align.kind === "event" ? found.map((event) => event.row) : [0, 0];
  const { starts, steps, ratio } = alignment(lengths[0], lengths[1], at[0], at[1]);
  const key = `${episodes[0].id}/${episodes[1].id}/${starts.join()}/${ratio}`;
  const begin = starts[0] + at[0];
  return html`<${AlignedPair} key=${key} begin=${begin} episodes=${episodes} events=${events} starts=${starts} steps=${steps} ratio=${ratio} isFound=${isFound} query=${query} />`;
}

function AlignedPair({ episodes, events, starts, steps, ratio, begin, isFound, query }) {
  const [first] = episodes;
  const transport = useTransport("pair", steps, first.dt, query, begin);
  const [view, setView] = useView();
  const [plotsRef, width] = useWidth();
  const [isChoosing, setChoosing] = useState(false);
  const mode = query.get("mode") ?? "side";
  useClockState(transport);

  const shared = useMemo(() => fieldsOfBoth(episodes), [episodes]);
  const chosen = query.getAll("fields");
  const keys = chosen.length ? chosen : defaultPlots(shared, steps).map((plot) => plot.split("~")[0]);
  const plain = useMemo(() => keys.map((one) => parsePlot(one, shared)).filter(Boolean), [keys.join("\n"), shared]);
  const names = useMemo(() => curveNames(plain), [plain]);
  const hasTimes = shared.some((field) => field.path === SIM_TIME);
  const wanted = useMemo(() => [...new Set([...names, ...(hasTimes ? [SIM_TIME] : [])])], [names, hasTimes]);
  const rates = [1, ratio];
  const series = episodes.map((episode, i) => useSeries(episode.id, wanted, plotWidth(width), episode.num_samples ?? 0, rangeOf(view, starts[i], rates[i])));
  const plots = useMemo(() => plain.map((plot) => doubled(plot, episodes, starts, rates)), [plain, episodes, starts.join(), ratio]);
  const source = useMemo(() => joined(series.map((one) => one.source), starts, rates), [series[0].source, series[1].source, starts.join(), ratio]);
  // The times are those of the first one, unless the clock begins before it.
  const times = starts[0] === 0 ? series[0].source : null;
  const seconds = useCallback((step) => timeIn(times?.curveAt(SIM_TIME, step), step, transport.dt) ?? stepNumber(step) * transport.dt, [times, transport]);
  const eventSteps = () => events.flatMap((document, i) => (document?.events ?? []).map((event) => Math.round(starts[i] + event.row / rates[i])));
  const swap = () => go(`pair/${episodes[1].id}/${episodes[0].id}`, { ...Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])), step: null });
  useClockKeys(transport, { eventSteps, more: [{ keys: ["0"], what: "Plots show all steps", group: "Plots", run: () => setView(null) }] }, [events]);

  const rows = episodes.map((episode, i) => ({ events: events[i], start: starts[i], ratio: rates[i], name: LETTERS[i] }));
  const choose = (next) => setQuery({ fields: next.length ? next : null });
  return html`<div class="page episode-page">
    <h1 class="visually-hidden">Two episodes side by side</h1>
    <div class="pair-heads">${episodes.map((episode, i) => html`<${PairHead} key=${i} episode=${episode} index=${i} />`)}</div>
    ${!isFound && html`<${Notice} kind="warn">One of the two episodes has no such event, so they are aligned at their start.<//>`}
    ${ratio !== 1 && html`<${Notice}>The two were recorded at different rates; they are aligned by time, in steps of A.<//>`}
    <div class="clock-bar">
      <${Controls} transport=${transport} seconds=${seconds} view=${view} setView=${setView}>
        <${AlignChoice} events=${events} query=${query} />
        <button type="button" class="button" onClick=${swap}>Swap</button>
      <//>
      <${Timeline} transport=${transport} seconds=${seconds} rows=${rows} view=${view} label="Step of both episodes" />
    </div>
    <${PairCameras} episodes=${episodes} transport=${transport} starts=${starts} mode=${mode} query=${query} dt=${first.dt} />
    <section class="stack" aria-label="Signals" ref=${plotsRef}>
      <h2 class="visually-hidden">Signals</h2>
      <div class="toolbar">
        <button type="button" class="button" aria-expanded=${isChoosing} onClick=${() => setChoosing(!isChoosing)}><${Icon} path="M8 3v10M3 8h10" size="14" />Fields</button>
        <span class="faint small hint">Fields that both episodes have</span>
      </div>
      ${isChoosing && html`<${Chooser} fields=${shared} steps=${steps} chosen=${keys} choose=${choose} reset=${() => choose([])} close=${() => setChoosing(false)} />`}
      ${plots.length === 0 && html`<${Empty} title="No signals">The two episodes have no such field in common.<//>`}
      <${Plots} plots=${plots} source=${source} transport=${transport} view=${view} setView=${setView} width=${width} remove=${(one) => choose(keys.filter((k) => k !== one))} />
    </section>
  </div>`;
}

function PairHead({ episode, index }) {
  const line = episode.line ?? {};
  return html`<section class=${`card pair-head ${index ? "second" : ""}`} aria-label=${`Episode ${LETTERS[index]}`}>
    <strong>${LETTERS[index]}</strong>
    <a href=${address(`episode/${episode.id}`)}>${nameOf(episode)}</a>
    <span class="muted">${episode.recording?.name}</span>
    <${Verdict} success=${line.success ?? null} />
    ${Number.isFinite(line.score) && html`<span class="muted">score ${number(line.score)}</span>`}
    <span class="muted">${episode.num_samples ?? "–"} steps</span>
  </section>`;
}

function AlignChoice({ events, query }) {
  const shared = useMemo(() => sharedEvents(events[0]?.events, events[1]?.events), [events[0], events[1]]);
  const value = query.get("align") ?? "start";
  return html`<label class="control-label"><span class="muted">Align at </span>
    <select class="select" value=${value} onChange=${(event) => setQuery({ align: event.target.value, step: null })}>
      <option value="start" selected=${value === "start"}>start</option>
      ${shared.map(({ code, name }) => html`<option key=${code} value=${`event:${code}`} selected=${value === `event:${code}`}>${name}</option>`)}
    </select>
  </label>`;
}

const MODES = [["side", "Side by side"], ["overlaid", "Overlaid"], ["difference", "Difference"]];

function PairCameras({ episodes, transport, starts, mode, query, dt }) {
  const videos = episodes.map((episode) => picturesOf(episode).filter((camera) => camera.url));
  const names = videos[0].map((camera) => camera.name).filter((name) => videos[1].some((camera) => camera.name === name));
  if (names.length === 0) return html`<p class="faint">The two have no camera in common.</p>`;
  const asked = query.getAll("cameras").filter((name) => names.includes(name));
  const shown = asked.length ? asked : names.slice(0, 1);
  const toggle = (name) => setQuery({ cameras: shown.includes(name) && shown.length > 1 ? shown.filter((one) => one !== name) : [...new Set([...shown, name])] });
  return html`<section class="stack" aria-label="Cameras">
    <div class="toolbar">
      <div class="chips" role="group" aria-label="Cameras shown">
        ${names.map((name) => html`<button type="button" class="chip" key=${name} aria-pressed=${shown.includes(name)} onClick=${() => toggle(name)}>${name}</button>`)}
      </div>
      <div class="chips" role="group" aria-label="How the two videos are shown">
        ${MODES.map(([id, text]) => html`<button type="button" class="chip" key=${id} aria-pressed=${mode === id} onClick=${() => setQuery({ mode: id === "side" ? null : id })}>${text}</button>`)}
      </div>
    </div>
    ${shown.map(
      (name) => html`<div class=${`pair-cameras ${mode === "side" ? "" : `overlaid ${mode}`}`} key=${name}>
        ${episodes.map((episode, i) => {
          const camera = videos[i].find((one) => one.name === name);
          return html`<${VideoFigure} key=${`${i}${camera.id}`} camera=${camera} episode=${episode} transport=${transport} offset=${starts[i]} dt=${dt} label=${`${LETTERS[i]} · ${name}`} />`;
        })}
      </div>`,
    )}
  </section>`;
}

function fieldsOfBoth([a, b]) {
  const other = new Map((b.fields ?? []).map((field) => [field.path, field]));
  return (a.fields ?? []).filter((field) => JSON.stringify(other.get(field.path)?.shape) === JSON.stringify(field.shape));
}

function rangeOf(view, start, ratio) {
  return view && [(view[0] - start) * ratio, (view[1] - start) * ratio];
}

/** A plot with each curve twice, of the first episode and of the second. */
function doubled(plot, episodes, starts, rates) {
  const curves = plot.curves.flatMap((curve, at) =>
    episodes.map((episode, i) => ({
      ...curve,
      name: `${i}:${curve.name}`,
      label: plot.curves.length > 1 ? `${LETTERS[i]} ${curve.label}` : LETTERS[i],
      command: false,
      color: plot.curves.length > 1 ? `--series-${(at % 8) + 1}` : COLORS[i],
      dashed: plot.curves.length > 1 && i === 1,
      stepAt: (step) => {
        const own = stepOf(step, starts[i], episode.num_samples ?? 0, rates[i]);
        return own === null ? null : starts[i] + own / rates[i];
      },
    })),
  );
  return { ...plot, curves };
}

/** Curves of both episodes, with their steps put onto the clock. */
function joined(sources, starts, rates) {
  const kept = new Map();
  const placed = (known, index) => {
    if (!known) return null;
    if (!kept.has(known)) kept.set(known, shifted(known, starts[index], 1 / rates[index]));
    return kept.get(known);
  };
  const curve = (name) => placed(sources[Number(name[0])].curve(name.slice(2)), Number(name[0]));
  const curveAt = (name, step) => {
    const index = Number(name[0]);
    return placed(sources[index].curveAt(name.slice(2), (step - starts[index]) * rates[index]), index);
  };
  return { curve, curveAt, error: (name) => sources[Number(name[0])].error(name.slice(2)) };
}
