import { useEffect, useMemo, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { get } from "../lib/api.js";
import { number } from "../lib/format.js";
import { componentName, componentsOf, isSignal, parseCurve, unitOf } from "./fields.js";
import { stepNumber } from "./clock.js";
import { hasRow, inParts } from "./columns.js";
import { useRestingStep } from "./hooks.js";

const FIELDS_PER_REQUEST = 64;

/** Values of whole fields at a step, which is a row of the run file: {values: {path: [..]}}. */
async function rowsAt(episode, paths, step, signal) {
  const parts = await Promise.all(
    inParts(paths, FIELDS_PER_REQUEST).map((part) => get(`/episodes/${episode}/rows`, { field: part, row: step }, signal)),
  );
  return { step, values: Object.assign({}, ...parts.map((part) => part.values)) };
}

/**
 * Exact values of the plotted curves at the step where the clock rests: exact(name, step), undefined when unknown.
 *
 * @param source of {curveAt(name, step)}; where all of these have the row, nothing is asked for
 */
export function useExact(episode, transport, names, source) {
  const step = useRestingStep(transport);
  const isNeeded = names.some((name) => isBetweenRows(source.curveAt(name, step), step));
  const [known, setKnown] = useState({ step: -1, values: {} });
  const paths = useMemo(() => [...new Set(names.map((name) => parseCurve(name).path))], [names.join("\n")]);
  useEffect(() => {
    if (!isNeeded || paths.length === 0) return undefined;
    const abort = new AbortController();
    rowsAt(episode, paths, step, abort.signal).then(setKnown, () => {});
    return () => abort.abort();
  }, [episode, step, paths, isNeeded]);
  return useMemo(
    () => (name, at) => {
      if (at !== known.step) return undefined;
      const { path, index } = parseCurve(name);
      return known.values[path]?.[index ?? 0];
    },
    [known],
  );
}

function isBetweenRows(curve, step) {
  return curve !== null && curve.x.length > 0 && step < curve.x[curve.x.length - 1] && !hasRow(curve, step);
}

/** Table of all fields' values at the step. */
export function Values({ episode, transport }) {
  const step = useRestingStep(transport, 80);
  const [search, setSearch] = useState("");
  const [answer, setAnswer] = useState({ step: null, values: {} });
  const [error, setError] = useState(null);
  const fields = useMemo(() => episode.fields.filter((field) => isSignal(field, transport.steps)), [episode, transport.steps]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = fields.filter((field) => words.every((word) => field.path.toLowerCase().includes(word)));
  useEffect(() => {
    const abort = new AbortController();
    rowsAt(episode.id, fields.map((field) => field.path), step, abort.signal).then(
      (rows) => {
        setAnswer(rows);
        setError(null);
      },
      (failure) => abort.signal.aborted || setError(failure),
    );
    return () => abort.abort();
  }, [episode.id, fields, step]);
  return html`<section class="stack" aria-label="Values at the step">
    <div class="toolbar">
      <div class="search"><input class="input" type="search" data-search placeholder="Search fields" aria-label="Search fields" value=${search} onInput=${(event) => setSearch(event.target.value)} /></div>
      <span class="muted">${answer.step === null ? "" : `Step ${stepNumber(answer.step)}`}</span>
    </div>
    ${error && html`<p class="bad small">${error.message}</p>`}
    <div class="table-wrap card">
      <table class="table values">
        <thead><tr><th scope="col">Field</th><th scope="col">Frame</th><th scope="col">Values</th></tr></thead>
        <tbody>
          ${shown.map(
            (field) => html`<tr key=${field.path}>
              <th scope="row"><span class="mono">${field.path}</span></th>
              <td class="faint">${field.frame ?? ""}</td>
              <td class="wrap"><${Row} field=${field} values=${answer.values[field.path]} /></td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function Row({ field, values }) {
  if (values === undefined) return html`<span class="faint">–</span>`;
  const count = componentsOf(field);
  return html`<span class="value-list">
    ${values.slice(0, 32).map(
      (value, i) => html`<span class="value" key=${i}>
        ${count > 1 && html`<span class="faint small">${componentName(field, i)} </span>`}<span class="mono">${typeof value === "string" ? value : number(value, 5)}</span>
        <span class="faint small"> ${unitOf(field, i)}</span>
      </span>`,
    )}
    ${values.length > 32 && html`<span class="faint small">and ${values.length - 32} more</span>`}
  </span>`;
}
