import { html } from "../lib/html.js";
import { address } from "../lib/router.js";
import { FlagButton } from "../lib/annotations.js";
import { count, fixed, number, plural, seconds } from "../lib/format.js";
import { metricLabel, metricValue } from "../lib/groups.js";
import { StatusBadge, Verdict } from "../lib/ui.js";

/** What a row is called: env, run, place in the batch. */
export function episodeName(row) {
  const parts = [row.env_name ?? row.task_name ?? "episode"];
  if (row.run !== null && row.run !== undefined) parts.push(`run ${row.run}`);
  if (row.env_id !== null && row.env_id !== undefined) parts.push(`env ${row.env_id}`);
  return parts.join(" · ");
}

function Outcome({ row }) {
  if (row.status === "recording") return html`<${StatusBadge} status="recording" />`;
  return html`<${Verdict} success=${row.success} />`;
}

function events(row) {
  const all = Object.entries(row.events ?? {});
  if (all.length === 0) return html`<span class="faint">0</span>`;
  const title = all.map(([name, n]) => `${name} ×${n}`).join("\n");
  return html`<span title=${title}>${count(all.reduce((sum, [, n]) => sum + n, 0))}</span>`;
}

function text(value) {
  return value ? html`<span title=${value}>${value}</span>` : "";
}

const OPTIONAL = [
  { id: "recording", label: "Recording", width: 140, sort: "recording", cell: (row) => text(row.recording_name) },
  { id: "policy", label: "Policy", width: 110, sort: "policy", cell: (row) => text(row.policy) },
  { id: "score", label: "Score", width: 66, num: true, sort: "score", cell: (row) => fixed(row.score, 3) },
  { id: "steps", label: "Steps", width: 66, num: true, sort: "episode_step", cell: (row) => count(row.episode_step) },
  { id: "duration", label: "Duration", width: 88, num: true, sort: "duration", cell: (row) => seconds(row.duration) },
  { id: "reason", label: "Reason", width: 150, grow: true, sort: "reason", cell: (row) => text(row.reason) },
  { id: "events", label: "Events", width: 72, num: true, cell: events },
  { id: "instruction", label: "Instruction", width: 240, grow: true, cell: (row) => text(row.instruction) },
  { id: "attributes", label: "Attributes", width: 150, cell: (row) => text((row.attributes ?? []).join(", ")) },
  { id: "tags", label: "Tags", width: 110, cell: (row) => (row.tags ?? []).map((tag) => html`<span class="badge" key=${tag}>${tag}</span> `) },
  { id: "note", label: "Note", width: 160, cell: (row) => text(row.note) },
  { id: "videos", label: "Videos", width: 70, num: true, cell: (row) => (row.videos ? count(row.videos) : html`<span class="faint">0</span>`) },
  {
    id: "wrong", label: "Wrong objects", width: 130,
    cell: (row) => text((row.wrong_objects_grabbed ?? []).join(", ")),
  },
];

const METRIC = "metrics.";
const DEFAULT = ["policy", "score", "steps", "duration", "reason", "events", "tags"];
const NARROW = ["steps", "reason"];

/** Names of the columns that are shown unless others are chosen. */
export function defaultColumns(hasManyRecordings) {
  const names = matchMedia("(max-width: 1000px)").matches ? NARROW : DEFAULT;
  return hasManyRecordings ? ["recording", ...names] : names;
}

/** Columns that can be chosen, [{id, label}]: fixed ones, then one per metric. */
export function columnChoices(metrics) {
  return [
    ...OPTIONAL.map(({ id, label }) => ({ id, label })),
    ...metrics.map((name) => ({ id: `${METRIC}${name}`, label: metricLabel(name) })),
  ];
}

function metricColumn(id) {
  const name = id.slice(METRIC.length);
  return {
    id, label: metricLabel(name), width: 150, num: true, sort: `metrics.${name}`, title: name,
    cell: (row) => number(metricValue(name, row.metrics?.[name])),
  };
}

/** The columns of the table of episodes. */
export function episodeColumns({ chosen, picked, pick, notes }) {
  const extra = chosen.map((id) => (id.startsWith(METRIC) ? metricColumn(id) : OPTIONAL.find((one) => one.id === id)));
  return [
    {
      id: "select", label: "Select", hideLabel: true, width: 38,
      cell: (row, index) => html`<input
        type="checkbox"
        aria-label=${`Select ${episodeName(row)}`}
        checked=${picked.has(row.id)}
        onClick=${(event) => pick(row, index, event.shiftKey)}
      />`,
    },
    {
      id: "flag", label: "Flag", hideLabel: true, width: 34,
      cell: (row) => html`<${FlagButton} episode=${row} name=${episodeName(row)} ...${notes} />`,
    },
    {
      id: "name", label: "Episode", width: 190, grow: true, isHeader: true, sort: "env_name",
      cell: (row) => html`<a class="episode-link" data-row-link href=${address(`episode/${row.id}`)} title=${`${row.recording_name ?? ""}\n${row.env_name}\n${row.instruction ?? ""}`}>
        <span class="truncate">${row.env_name}</span> <span class="faint">${[row.run, row.env_id].every((n) => n === null || n === undefined) ? `#${row.episode ?? ""}` : `run ${row.run ?? "–"}, env ${row.env_id ?? "–"}`}</span>
      </a>`,
    },
    { id: "outcome", label: "Outcome", width: 104, sort: "success", cell: (row) => html`<${Outcome} row=${row} />` },
    ...extra.filter(Boolean),
  ];
}

/** One sentence about a row, for cards. */
export function episodeFacts(row) {
  const known = (value) => value !== null && value !== undefined;
  return [
    known(row.run) && `run ${row.run}`,
    known(row.env_id) && `env ${row.env_id}`,
    known(row.episode_step) && plural(row.episode_step, "step"),
    known(row.duration) && seconds(row.duration),
  ].filter(Boolean).join(" · ");
}
