import { html } from "../lib/html.js";
import { address } from "../lib/router.js";
import { count, label, plural, seconds } from "../lib/format.js";
import { useRecordings } from "../lib/recordings.js";
import { Rate } from "../lib/ui.js";

function words(value) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(words).join(", ");
  return Object.entries(value).map(([name, one]) => `${label(name)}: ${words(one)}`).join("; ");
}

function List({ items }) {
  return html`<ul class="chips">${items.map((one, i) => html`<li key=${i} class="chip"><span class="truncate" title=${words(one)}>${one?.name ?? words(one)}</span></li>`)}</ul>`;
}

function asList(value) {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : typeof value === "object" ? Object.entries(value).map(([name, one]) => ({ [name]: one })) : [value];
}

/** All that is known of a task. */
export function TaskDetail({ task }) {
  const recordings = useRecordings();
  const parts = [
    ["Scene", task.scene && html`<a href=${address("tasks", { tab: "scenes", q: task.scene })}>${task.scene}</a>`],
    ["Difficulty", task.difficulty],
    ["Longest episode", task.episode_length_s ? seconds(task.episode_length_s) : null],
    ["Most steps", task.max_steps ? count(task.max_steps) : null],
    ["Attributes", task.attributes?.length ? html`<${List} items=${task.attributes} />` : null],
    ["Objects", task.objects?.length ? html`<${List} items=${task.objects} />` : null],
    ["Subtasks", asList(task.subtasks).length ? html`<ol class="numbered">${asList(task.subtasks).map((one, i) => html`<li key=${i}>${words(one.name ?? one)}</li>`)}</ol>` : null],
    ["Terminations", asList(task.terminations).length ? html`<${List} items=${asList(task.terminations)} />` : null],
  ];
  return html`<dl class="facts">
      ${Object.entries(task.instructions).map(([type, text]) => html`<dt key=${`t${type}`}>${label(type)} instruction</dt><dd>${text}</dd>`)}
      ${parts.filter(([, value]) => value).map(([name, value]) => html`<dt key=${name}>${name}</dt><dd>${value}</dd>`)}
      <dt>Recorded</dt>
      <dd>${plural(task.episodes ?? 0, "episode")}${task.episodes ? html`<${Rate} rate=${task.success_rate} range=${task.success_rate_ci95} />` : ""}</dd>
      ${task.recordings?.length > 0 &&
      html`<dt>Recordings</dt>
        <dd class="chips">${task.recordings.map((id) => html`<a class="chip" key=${id} href=${address(`recording/${id}`)}>${recordings.name(id)}</a>`)}</dd>`}
    </dl>
    ${task.episodes > 0 &&
    html`<div class="toolbar">
      <a class="button primary" href=${address("episodes", { task: task.name })}>Episodes</a>
      ${task.recordings?.length > 1 && html`<a class="button" href=${address("compare", { recording: task.recordings, task: task.name })}>Compare</a>`}
    </div>`}`;
}
