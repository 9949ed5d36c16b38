import uPlot from "uplot";
import { token } from "../lib/theme.js";
import { stepNumber, stepOfNumber } from "./clock.js";
import { joinColumns } from "./columns.js";

const GRAB_PX = 6;
const MIN_STEPS = 4;

/**
 * One plot of the page. The canvas is drawn for new data, another range or another width only; the playhead is an
 * element above it that is moved by a transform.
 *
 * A click seeks, a drag zooms, a drag that begins at the playhead scrubs, a double click shows all steps; with Ctrl the
 * wheel zooms about the pointer, with Shift it moves the range.
 */
export class Plot {
  #uplot;
  #playhead;
  #position = 0;
  #range = [0, 1];
  #full = [0, 1];
  #calls;
  #abort = new AbortController();
  #shownAt = null;
  #width = 1;

  /** @param lines of [{label, color: "--series-1", dashed}], calls of {seek(step), zoom([from, to] | null)} */
  constructor(host, { lines, width, height, axis = true, calls }) {
    this.#calls = calls;
    this.#uplot = new uPlot(this.#options(lines, width, height, axis), [[], ...lines.map(() => [])], host);
    this.#playhead = document.createElement("div");
    this.#playhead.className = "playhead";
    this.#uplot.over.append(this.#playhead);
    this.#listen(this.#uplot.over);
  }

  /** Curves in the order of the lines, null for one that is not there yet. */
  setCurves(curves) {
    const none = { x: new Float64Array(0), y: new Float64Array(0) };
    this.#uplot.setData(joinColumns(curves.map((curve) => curve ?? none)), false);
    this.#scale();
  }

  /** Shows steps [from, to]; all of the episode are [0, last]. */
  setRange(range, full) {
    this.#full = full;
    this.#range = range ?? full;
    this.#scale();
  }

  /** Moves the playhead to a position (steps, with a fraction). */
  setPosition(position) {
    this.#position = position;
    this.#place();
  }

  setWidth(width) {
    this.#uplot.setSize({ width, height: this.#uplot.height });
  }

  /** Shows or hides one line. */
  show(line, isShown) {
    this.#uplot.setSeries(line + 1, { show: isShown });
  }

  destroy() {
    this.#abort.abort();
    this.#uplot.destroy();
  }

  #scale() {
    const [min, max] = this.#range;
    this.#uplot.setScale("x", { min, max: max > min ? max : min + 1 });
    this.#place();
  }

  #place() {
    const [min, max] = this.#range;
    const width = this.#width;
    const x = ((this.#position - min) / Math.max(1e-9, max - min)) * width;
    const isInside = x >= -0.5 && x <= width + 0.5;
    if (isInside) this.#playhead.style.transform = `translateX(${x.toFixed(2)}px)`;
    if (this.#shownAt !== isInside) this.#playhead.style.visibility = isInside ? "visible" : "hidden";
    this.#shownAt = isInside;
  }

  #options(lines, width, height, axis) {
    const text = token("--text-3");
    const grid = { stroke: token("--border"), width: 1 };
    const font = `10px ${token("--font") || "sans-serif"}`;
    return {
      width,
      height,
      legend: { show: false },
      cursor: {
        drag: { x: true, y: false, setScale: false, dist: 4 },
        points: { show: false },
        y: false,
        bind: { dblclick: () => null },
      },
      select: { show: true, left: 0, top: 0, width: 0, height: 0 },
      padding: [6, 6, axis ? 0 : 4, 0],
      scales: { x: { time: false, auto: false }, y: { auto: true, range: padded } },
      axes: [
        { show: axis, size: 20, gap: 2, font, stroke: text, grid, ticks: { ...grid, size: 3 }, space: 70, splits: roundSteps, values: stepNumbers },
        { size: 46, gap: 3, values: roundValues, font, stroke: text, grid, ticks: { show: false }, space: 26 },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          label: line.label,
          stroke: token(line.color),
          width: line.dashed ? 1.25 : 1.5,
          dash: line.dashed ? [4, 3] : undefined,
          points: { show: false },
          spanGaps: false,
        })),
      ],
      hooks: {
        setSelect: [(plot) => this.#selected(plot)],
        draw: [(plot) => this.#drawn(plot)],
      },
    };
  }

  /** uPlot lays out a moment after it is told; only then the width is known. */
  #drawn(plot) {
    this.#width = plot.bbox.width / devicePixelRatio || 1;
    if (this.#playhead) this.#place();
  }

  #selected(plot) {
    const { left, width } = plot.select;
    if (width < 4) return;
    const from = plot.posToVal(left, "x");
    const to = plot.posToVal(left + width, "x");
    plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    if (to - from >= MIN_STEPS) this.#calls.zoom([from, to]);
  }

  #stepAt(clientX) {
    const box = this.#uplot.over.getBoundingClientRect();
    return this.#uplot.posToVal(clientX - box.left, "x");
  }

  #listen(over) {
    const on = (name, listener, more) => over.addEventListener(name, listener, { signal: this.#abort.signal, ...more });
    let downAt = null;
    let isScrubbing = false;
    const isAtPlayhead = (event) => {
      const box = over.getBoundingClientRect();
      const [min, max] = this.#range;
      const x = ((this.#position - min) / Math.max(1e-9, max - min)) * box.width;
      return Math.abs(event.clientX - box.left - x) <= GRAB_PX;
    };
    on("pointerdown", (event) => {
      if (event.button !== 0) return;
      downAt = event.clientX;
      isScrubbing = isAtPlayhead(event);
      if (isScrubbing) over.setPointerCapture(event.pointerId);
    });
    on("mousedown", (event) => isScrubbing && event.stopImmediatePropagation(), { capture: true });
    on("pointermove", (event) => {
      if (isScrubbing) this.#calls.seek(Math.round(this.#stepAt(event.clientX)));
      else if (event.buttons === 0) over.classList.toggle("at-playhead", isAtPlayhead(event));
    });
    on("pointerup", (event) => {
      if (!isScrubbing && downAt !== null && Math.abs(event.clientX - downAt) < 4) this.#calls.seek(Math.round(this.#stepAt(event.clientX)));
      downAt = null;
      isScrubbing = false;
    });
    on("pointercancel", () => {
      downAt = null;
      isScrubbing = false;
    });
    on("dblclick", () => this.#calls.zoom(null));
    on("wheel", (event) => this.#wheel(event), { passive: false });
  }

  #wheel(event) {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const [min, max] = this.#range;
    const delta = event.deltaY || event.deltaX;
    if (event.ctrlKey) this.#calls.zoom(zoomed([min, max], this.#full, this.#stepAt(event.clientX), 1.002 ** delta));
    else this.#calls.zoom(moved([min, max], this.#full, ((max - min) * delta) / 1000));
  }
}

/** The range made wider (factor above 1) or narrower about a step, inside all steps; null when it is all of them. */
function zoomed([min, max], full, about, factor) {
  const width = Math.max(MIN_STEPS, (max - min) * factor);
  if (width >= full[1] - full[0]) return null;
  const from = Math.max(full[0], about - ((about - min) / (max - min)) * width);
  const to = Math.min(full[1], from + width);
  return [Math.max(full[0], to - width), to];
}

/** The range moved by steps, inside all steps. */
function moved([min, max], full, by) {
  const shift = Math.max(full[0] - min, Math.min(full[1] - max, by));
  return [min + shift, max + shift];
}

function padded(plot, min, max) {
  if (min === null || max === null || !Number.isFinite(min)) return [0, 1];
  if (min === max) {
    const margin = Math.abs(min) > 0 ? Math.abs(min) * 0.1 : 1;
    return [min - margin, max + margin];
  }
  const margin = (max - min) * 0.06;
  return [min - margin, max + margin];
}

/** As many decimals as a step between two lines of the grid has: 2 of 0.25. */
function decimalsOf(step) {
  const isWhole = (decimals) => Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) < 1e-6;
  const least = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  return Math.min(7, isWhole(least) ? least : least + 1);
}

/** The lines of the grid with the same number of decimals. */
function roundValues(plot, splits, axis, space, step) {
  const decimals = decimalsOf(step);
  const isLarge = splits.some((split) => Math.abs(split) >= 1e5);
  return splits.map((split) => (isLarge ? split.toExponential(1) : split.toFixed(decimals)));
}

/** Steps whose numbers are round: multiples of what uPlot found to fit. */
function roundSteps(plot, axis, min, max, increment) {
  const each = Math.max(1, Math.round(increment));
  const steps = [];
  for (let number = Math.ceil(stepNumber(min) / each) * each; stepOfNumber(number) <= max; number += each) steps.push(stepOfNumber(number));
  return steps;
}

function stepNumbers(plot, splits) {
  return splits.map((step) => stepNumber(step).toLocaleString("en-US"));
}
