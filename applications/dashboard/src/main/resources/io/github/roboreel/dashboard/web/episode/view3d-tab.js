import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { useAnswer } from "../lib/answer.js";
import { useTheme } from "../lib/theme.js";
import { Empty, Notice, Problem, Skeleton } from "../lib/ui.js";
import { indexAtOrBefore } from "./columns.js";
import { useSlowStep, useWidth } from "./hooks.js";
import { describeTracks, strideFor } from "./tracks.js";

/** Paths of end effector and objects in space; three.js is loaded when this is opened first. */
export function ViewTab({ episode, transport }) {
  const { data, error, reload } = useAnswer(`/episodes/${episode.id}/tracks`, { stride: strideFor(episode.num_samples ?? 1) });
  if (error) return html`<${Problem} error=${error} retry=${reload} what="The paths cannot be shown." />`;
  if (!data) return html`<${Skeleton} rows=${3} height=${120} />`;
  if (!data.steps?.length || (!data.ee?.length && !data.objects?.length)) {
    return html`<${Empty} title="No paths">Neither the end effector's nor an object's position was recorded.<//>`;
  }
  return html`<${View} tracks=${data} transport=${transport} />`;
}

/** Height of the view, px: all of it can be seen below the clock. */
function heightFor(width) {
  return Math.max(280, Math.min(560, Math.round(width * 0.6), window.innerHeight - 400));
}

function View({ tracks, transport }) {
  const theme = useTheme();
  const canvas = useRef(null);
  const labels = useRef(null);
  const view = useRef(null);
  const [host, width] = useWidth();
  const [problem, setProblem] = useState("");
  const height = heightFor(width);
  const step = useSlowStep(transport, 300);
  const indexOf = (at) => Math.max(0, indexAtOrBefore(tracks.steps, at));

  useEffect(() => {
    let made = null;
    let stop = null;
    let isGone = false;
    import("./view3d.js").then(({ View3d }) => {
      if (isGone) return;
      try {
        const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
        made = new View3d(canvas.current, labels.current, tracks, { reducedMotion });
      } catch {
        setProblem("This browser has no WebGL, so the view in space cannot be drawn; the positions stand below and in Signals.");
        return;
      }
      view.current = made;
      if (host.current) made.resize(host.current.clientWidth, heightFor(host.current.clientWidth));
      stop = transport.onPosition((position, at) => made.show(indexOf(at)));
    }, () => setProblem("The part that draws in space could not be loaded."));
    return () => {
      isGone = true;
      stop?.();
      made?.destroy();
      view.current = null;
    };
  }, [tracks, transport, theme]);
  useEffect(() => {
    if (width > 0) view.current?.resize(width, height);
  }, [width, height]);

  const turns = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const onKeyDown = (event) => {
    if (turns[event.key]) view.current?.turn(...turns[event.key]);
    else if (event.key === "+" || event.key === "=") view.current?.turn(0, 0, 0.9);
    else if (event.key === "-") view.current?.turn(0, 0, 1.1);
    else if (event.key === "Home") view.current?.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const button = (text, run) => html`<button type="button" class="button" onClick=${run}>${text}</button>`;
  return html`<section class="stack" aria-label="View in space">
    <div class="toolbar">
      ${button("Reset view", () => view.current?.reset())}
      ${button("From above", () => view.current?.along("z"))}
      ${button("Front", () => view.current?.along("x"))}
      ${button("Side", () => view.current?.along("y"))}
      <span class="faint small hint">Positions in m, in the frame of the env. Drag turns, wheel zooms; arrows, + and − where the view has the focus</span>
    </div>
    ${problem && html`<${Notice} kind="warn">${problem}<//>`}
    <div class="view3d" ref=${host} hidden=${problem !== ""}>
      <canvas key=${theme} ref=${canvas} tabindex="0" role="img" aria-label="Paths of the end effector and the objects in space" aria-describedby="view3d-text" data-own-arrows onKeyDown=${onKeyDown} style=${{ height: `${height}px` }}></canvas>
      <div class="view3d-labels" ref=${labels} aria-hidden="true"></div>
    </div>
    <p id="view3d-text" class="muted small">${describeTracks(tracks, indexOf(step))}</p>
  </section>`;
}
