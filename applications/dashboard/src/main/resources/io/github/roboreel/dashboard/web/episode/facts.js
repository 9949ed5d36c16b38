import { html } from "../lib/html.js";
import { useAnswer } from "../lib/answer.js";
import { label, number, unitText } from "../lib/format.js";
import { Empty, Problem } from "../lib/ui.js";

/** Metrics of the episode beside those of its recording. */
export function Metrics({ episode }) {
  const line = episode.line ?? {};
  const { data, error } = useAnswer(episode.recording ? "/metrics" : null, { recording: episode.recording?.id });
  const known = new Map((data?.metrics ?? []).map((metric) => [metric.name, metric]));
  const names = Object.keys(line.metrics ?? {});
  if (names.length === 0) {
    return html`<${Empty} title="No metrics">The episode has no metrics: it is not finished, or none were computed.<//>`;
  }
  return html`<section class="stack" aria-label="Metrics">
    <${Problem} error=${error} what="Those of the recording are missing." />
    <div class="table-wrap card">
      <table class="table">
        <thead><tr><th scope="col">Metric</th><th scope="col" class="num">This episode</th><th scope="col">Unit</th><th scope="col" class="num">Recording, mean ± sd</th><th scope="col">In the recording's range</th></tr></thead>
        <tbody>
          ${names.map((name) => {
            const all = known.get(name)?.all;
            return html`<tr key=${name}>
              <th scope="row">${label(name)}</th>
              <td class="num mono">${number(line.metrics[name], 4)}</td>
              <td class="faint">${unitText(known.get(name)?.unit)}</td>
              <td class="num muted">${all ? `${number(all.mean)}${Number.isFinite(all.std) ? ` ± ${number(all.std)}` : ""}` : "–"}</td>
              <td><${Place} value=${line.metrics[name]} all=${all} /></td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

function Place({ value, all }) {
  if (!all || !Number.isFinite(value) || !(all.max > all.min)) return html`<span class="faint">–</span>`;
  const share = Math.max(0, Math.min(1, (value - all.min) / (all.max - all.min)));
  return html`<div class="place" title=${`${number(all.min)} to ${number(all.max)} over ${all.n} episodes`}><span style=${{ left: `${share * 100}%` }}></span></div>`;
}

/** Everything else that is known of the episode. */
export function Metadata({ episode }) {
  const line = episode.line ?? {};
  const plain = Object.entries(line).filter(([, value]) => value === null || typeof value !== "object" || Array.isArray(value));
  return html`<section class="columns facts-page" aria-label="Metadata">
    <${Facts} title="Result" facts=${plain} />
    <div class="stack">
      <${Facts} title="Timing" facts=${Object.entries(episode.timing ?? {})} />
      <${Facts} title="Attributes of the run file" facts=${Object.entries(episode.attributes ?? {})} />
      <${Facts} title="Events" facts=${Object.entries(line.events ?? {})} />
      <${Facts} title="Place" facts=${[["recording", episode.recording?.name], ["environment", episode.env_name], ["run", episode.run], ["env", episode.env_id], ["demo", episode.demo], ["steps", episode.num_samples], ["step, s", number(episode.dt)]]} />
    </div>
  </section>`;
}

function Facts({ title, facts }) {
  if (facts.length === 0) return null;
  return html`<section class="card">
    <div class="card-head"><h2>${title}</h2></div>
    <dl class="facts card-body">
      ${facts.map(([name, value]) => html`<dt key=${name}>${name}</dt><dd>${valueText(value)}</dd>`)}
    </dl>
  </section>`;
}

/** A value of a document as text. */
export function valueText(value) {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : number(value, 6);
  if (Array.isArray(value)) return value.map(valueText).join(", ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
