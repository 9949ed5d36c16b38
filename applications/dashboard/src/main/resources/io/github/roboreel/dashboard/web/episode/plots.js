import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { useTheme } from "../lib/theme.js";
import { Icon } from "../lib/ui.js";
import { number } from "../lib/format.js";
import { hasRow, valueAt } from "./columns.js";
import { Plot } from "./plot.js";
import { useClock } from "./hooks.js";

const COLORS = 8;
const MIN_COLUMN = 330;
const GAP = 12;
const HEIGHT = 118;

/** How each curve of a plot is drawn: a command is dashed and has the colour of its state. */
function linesOf(plot) {
  const states = plot.curves.filter((curve) => !curve.command);
  let state = 0;
  let command = 0;
  return plot.curves.map((curve) => {
    const isCommand = curve.command && states.length > 0;
    const at = isCommand ? command++ : state++;
    const color = isCommand && states.length > 1 ? at : isCommand ? 1 : at;
    return { label: curve.label, color: curve.color ?? `--series-${(color % COLORS) + 1}`, dashed: curve.dashed ?? isCommand };
  });
}

function columnsIn(width) {
  return Math.max(1, Math.floor((width + GAP) / (MIN_COLUMN + GAP)));
}

/** Width of each plot in a grid of a width, px. */
export function plotWidth(width) {
  const columns = columnsIn(width);
  return Math.floor((width - GAP * (columns - 1)) / columns);
}

/**
 * Grid of plots with one zoom and one playhead.
 *
 * @param source of {curve(name), curveAt(name, step), error(name)}, exact(name, step) gives a value that the curves do not hold
 */
export function Plots({ plots, source, transport, view, setView, remove, width, exact }) {
  const columns = columnsIn(width);
  const each = plotWidth(width);
  return html`<div class="plots" style=${{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
    ${plots.map(
      (plot) => html`<${PlotCard}
        key=${plot.key}
        plot=${plot}
        source=${source}
        transport=${transport}
        view=${view}
        setView=${setView}
        remove=${remove && (() => remove(plot.key))}
        width=${each - 2}
        exact=${exact}
      />`,
    )}
  </div>`;
}

function PlotCard({ plot, source, transport, view, setView, remove, width, exact }) {
  const theme = useTheme();
  const host = useRef(null);
  const drawn = useRef(null);
  const [hidden, setHidden] = useState(() => new Set());
  const lines = useMemo(() => linesOf(plot), [plot]);
  const calls = useRef({});
  calls.current = { seek: (step) => transport.seek(step), zoom: setView };

  // Drawn in the frame in which the part is rendered, not in a later one.
  useLayoutEffect(() => {
    const made = new Plot(host.current, {
      lines,
      width: Math.max(width, 120),
      height: HEIGHT,
      calls: {
        seek: (step) => calls.current.seek(step),
        zoom: (range) => calls.current.zoom(range),
      },
    });
    drawn.current = made;
    const stop = transport.onPosition((position) => made.setPosition(position));
    return () => {
      stop();
      made.destroy();
      drawn.current = null;
    };
  }, [plot.key, lines, theme, transport]);

  useLayoutEffect(() => drawn.current.setWidth(Math.max(width, 120)), [width]);
  useLayoutEffect(() => {
    drawn.current.setRange(view, [0, Math.max(1, transport.steps - 1)]);
  }, [view, transport.steps, plot.key, lines, theme]);
  useLayoutEffect(() => {
    drawn.current.setCurves(plot.curves.map((curve) => source.curve(curve.name)));
  }, [source, plot.key, lines, theme]);
  useLayoutEffect(() => {
    lines.forEach((line, i) => hidden.has(i) && drawn.current.show(i, false));
  }, [lines, theme]);

  const toggle = (i) => {
    const next = new Set(hidden);
    if (!next.delete(i)) next.add(i);
    setHidden(next);
    drawn.current.show(i, !next.has(i));
  };
  const errors = [...new Set(plot.curves.map((curve) => source.error(curve.name)).filter(Boolean))];
  const isLoading = errors.length === 0 && plot.curves.every((curve) => source.curve(curve.name) === null);
  return html`<section class="plot-card card" aria-label=${`Plot of ${plot.title}`} data-plot=${plot.key}>
    <header class="plot-head">
      <h3 class="truncate" title=${plot.curves.map((curve) => curve.name).join("\n")}>${plot.title}</h3>
      ${plot.unit && html`<span class="faint small">${plot.unit}</span>`}
      <${Legend} plot=${plot} lines=${lines} hidden=${hidden} toggle=${toggle} source=${source} transport=${transport} exact=${exact} />
      ${remove &&
      html`<button type="button" class="button icon tiny" aria-label=${`Remove the plot of ${plot.title}`} title="Remove" onClick=${remove}>
        <${Icon} path="M4.5 4.5l7 7M11.5 4.5l-7 7" size="12" />
      </button>`}
    </header>
    ${errors.map((error) => html`<p class="plot-error small bad">${error}</p>`)}
    <div class=${`plot-host ${isLoading ? "loading" : ""}`} ref=${host} role="img" aria-label=${describe(plot, source)}></div>
  </section>`;
}

function describe(plot, source) {
  const parts = plot.curves.map((curve) => {
    const known = source.curve(curve.name);
    if (!known) return `${curve.label}: not loaded`;
    return `${curve.label} from ${number(known.min)} to ${number(known.max)} ${curve.unit}`.trim();
  });
  return `${plot.title}: ${parts.join("; ")}`;
}

/** Names of the lines with their values at the step; the text follows at a reader's rate, the playhead at the display's. */
function Legend({ plot, lines, hidden, toggle, source, transport, exact }) {
  const values = useRef([]);
  const write = (step) => {
    plot.curves.forEach((curve, i) => {
      const node = values.current[i];
      if (!node) return;
      const text = valueText(curve, step, source, exact);
      if (node.textContent !== text) node.textContent = text;
    });
  };
  useClock(transport, (position, step) => write(step), 90, [plot, source]);
  useEffect(() => write(transport.step));
  return html`<ul class="legend">
    ${plot.curves.map(
      (curve, i) => html`<li key=${curve.name}>
        <button
          type="button"
          class=${`legend-line ${hidden.has(i) ? "off" : ""}`}
          aria-pressed=${!hidden.has(i)}
          title=${`${curve.name}${curve.unit ? ` in ${curve.unit}` : ""}: show or hide`}
          onClick=${() => toggle(i)}
        >
          <span class=${`swatch ${lines[i].dashed ? "dashed" : ""}`} style=${{ color: `var(${lines[i].color})` }} aria-hidden="true"></span>
          ${plot.curves.length > 1 && html`<span class="legend-name">${curve.label}</span>`}
          <span class="legend-value" ref=${(node) => (values.current[i] = node)}></span>
        </button>
      </li>`,
    )}
  </ul>`;
}

function valueText(curve, step, source, exact) {
  const known = source.curveAt(curve.name, step);
  const row = curve.stepAt ? curve.stepAt(step) : step;
  if (row === null) return "–";
  const asked = exact?.(curve.name, row);
  if (asked !== undefined) return number(asked, 3);
  if (!known) return "–";
  const value = valueAt(known, step);
  if (value === null) return "–";
  return hasRow(known, step) ? number(value, 3) : `≈${number(value, 3)}`;
}
