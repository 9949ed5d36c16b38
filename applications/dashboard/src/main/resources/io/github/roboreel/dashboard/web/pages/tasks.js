import { html } from "../lib/html.js";
import { address, setQuery, usePlace } from "../lib/router.js";
import { useAnswer } from "../lib/answer.js";
import { FilterChips, SearchBox, toggleFilter } from "../lib/filters.js";
import { count, number, plural, seconds } from "../lib/format.js";
import { DataTable } from "../lib/table.js";
import { Dialog, Empty, Notice, Problem, Rate, Skeleton, Tabs, useTitle } from "../lib/ui.js";
import { TaskDetail } from "./task-detail.js";

function texts(task) {
  return [task.name, task.scene, ...Object.values(task.instructions), ...task.attributes, ...task.objects.map((one) => one.name)]
    .filter(Boolean).join(" ").toLowerCase();
}

function passes(task, query) {
  const attributes = query.getAll("attribute");
  const levels = query.getAll("difficulty");
  const part = (query.get("q") ?? "").toLowerCase();
  return (attributes.length === 0 || attributes.some((one) => task.attributes.includes(one))) &&
    (levels.length === 0 || levels.includes(task.difficulty)) && (!part || texts(task).includes(part));
}

function counted(tasks, values) {
  const counts = new Map();
  tasks.forEach((task) => values(task).filter(Boolean).forEach((value) => counts.set(value, (counts.get(value) ?? 0) + 1)));
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}

/** The labels of a task but its difficulty, which has a column of its own. */
function labels(task) {
  return task.attributes.filter((one) => one !== task.difficulty);
}

/** Buttons with counts: a click shows only that, with Ctrl several. */
function Facet({ label, name, entries, query }) {
  if (entries.length === 0) return null;
  const chosen = query.getAll(name);
  return html`<div class="toolbar facet" role="group" aria-label=${label}>
    <span class="muted small">${label}</span>
    ${entries.map(
      ([value, n]) => html`<button
        type="button" key=${value} class="chip" aria-pressed=${chosen.includes(value)}
        onClick=${(event) => toggleFilter(name, value, !(event.ctrlKey || event.metaKey || event.shiftKey))}
      ><span class="truncate">${value}</span> <span class="count">${count(n)}</span></button>`,
    )}
  </div>`;
}

function columns(query, tasks) {
  const all = Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
  const size = (list) => (Array.isArray(list) ? list.length : null);
  const amount = (id, text, of) => ({ id, label: text, num: true, sort: id, value: of, cell: (task) => count(of(task)) });
  return [
    {
      id: "name", label: "Task", isHeader: true, sort: "name", value: (task) => task.name,
      cell: (task) => html`<a href=${address("tasks", { ...all, show: task.name })}>${task.name}</a>`,
    },
    {
      id: "instruction", label: "Instruction",
      cell: (task) => {
        const text = Object.values(task.instructions)[0] ?? "";
        return html`<span class="truncate instruction muted" title=${text}>${text}</span>`;
      },
    },
    { id: "difficulty", label: "Difficulty", sort: "difficulty", value: (task) => task.difficulty ?? null, cell: (task) => task.difficulty ?? html`<span class="faint">–</span>` },
    { id: "attributes", label: "Attributes", cell: (task) => labels(task).join(", ") || html`<span class="faint">none</span>` },
    tasks.some((task) => task.scene) && { id: "scene", label: "Scene", sort: "scene", value: (task) => task.scene ?? null, cell: (task) => task.scene ?? html`<span class="faint">–</span>` },
    amount("objects", "Objects", (task) => size(task.objects)),
    amount("subtasks", "Subtasks", (task) => size(task.subtasks)),
    {
      id: "length", label: "Length", num: true, sort: "length", title: "Longest time of an episode", value: (task) => task.episode_length_s ?? null,
      cell: (task) => html`<span title=${task.max_steps ? plural(task.max_steps, "step") : ""}>${seconds(task.episode_length_s ?? null)}</span>`,
    },
    amount("recordings", "Recordings", (task) => task.recordings?.length ?? 0),
    amount("episodes", "Episodes", (task) => task.episodes ?? 0),
    {
      id: "rate", label: "Success %", sort: "rate", kind: () => "rate-cell", value: (task) => task.success_rate ?? null,
      cell: (task) => (task.episodes ? html`<${Rate} rate=${task.success_rate} range=${task.success_rate_ci95} />` : html`<span class="faint">not recorded</span>`),
    },
  ].filter(Boolean);
}

function Objects({ objects, query }) {
  const part = (query.get("q") ?? "").toLowerCase();
  const rows = objects.filter((one) => one.name.toLowerCase().includes(part));
  const list = [
    { id: "name", label: "Object", isHeader: true, sort: "name", value: (one) => one.name, cell: (one) => one.name },
    { id: "n", label: "Tasks", num: true, sort: "n", value: (one) => one.tasks?.length ?? 0, cell: (one) => count(one.tasks?.length ?? 0) },
    {
      id: "tasks", label: "Used by", kind: () => "wrap",
      cell: (one) => html`<div class="chips">${(one.tasks ?? []).map((name) => html`<a class="chip" key=${name} href=${address("tasks", { tab: "objects", show: name })}>${name}</a>`)}</div>`,
    },
  ];
  if (rows.length === 0) return html`<${Empty} title="No objects">No task has an object of that name.<//>`;
  return html`<div class="card"><${DataTable} label="Objects" columns=${list} rows=${rows} /></div>`;
}

/** Scenes with the objects and the results of their tasks. */
function scenesOf(tasks) {
  const scenes = new Map();
  for (const task of tasks.filter((one) => one.scene)) {
    scenes.set(task.scene, [...(scenes.get(task.scene) ?? []), task]);
  }
  return [...scenes].map(([name, users]) => ({
    name,
    tasks: users,
    objects: [...new Set(users.flatMap((task) => (task.objects ?? []).map((one) => one.name ?? one)))],
    episodes: users.reduce((sum, task) => sum + (task.episodes ?? 0), 0),
  }));
}

function Scenes({ scenes, query }) {
  const part = (query.get("q") ?? "").toLowerCase();
  const rows = scenes.filter((one) => [one.name, ...one.objects].join(" ").toLowerCase().includes(part));
  const list = [
    { id: "name", label: "Scene", isHeader: true, sort: "name", value: (one) => one.name, cell: (one) => one.name },
    { id: "n", label: "Objects", num: true, sort: "n", value: (one) => one.objects.length, cell: (one) => count(one.objects.length) },
    { id: "objects", label: "Which", kind: () => "wrap", cell: (one) => one.objects.join(", ") },
    {
      id: "tasks", label: "Used by", kind: () => "wrap",
      cell: (one) => html`<div class="chips">${one.tasks.map(({ name }) => html`<a class="chip" key=${name} href=${address("tasks", { tab: "scenes", show: name })}>${name}</a>`)}</div>`,
    },
    { id: "episodes", label: "Episodes", num: true, sort: "episodes", value: (one) => one.episodes, cell: (one) => count(one.episodes) },
  ];
  if (rows.length === 0) return html`<${Empty} title="No scenes">${scenes.length ? "No scene has a name or an object like that." : "No task says in which scene it is done."}<//>`;
  return html`<div class="card"><${DataTable} label="Scenes" columns=${list} rows=${rows} /></div>`;
}

function mean(values) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

/** What the tasks are like, in one line. */
function summary(tasks, scenes) {
  const wordings = mean(tasks.map((task) => Object.keys(task.instructions ?? {}).length));
  const length = mean(tasks.map((task) => task.episode_length_s).filter(Number.isFinite));
  return [
    scenes.length > 0 && plural(scenes.length, "scene"),
    wordings !== null && `${number(wordings)} wordings per task`,
    length !== null && `episodes of ${seconds(length)} at most on average`,
  ].filter(Boolean).join(", ");
}

function chipsOf(query) {
  return ["difficulty", "attribute"].flatMap((name) => query.getAll(name).map((value) => ({ name, value, text: value })));
}

/** Tasks and objects, of the task files given and of what was recorded. */
export function TasksPage() {
  const { query } = usePlace();
  const { data, error, reload } = useAnswer("/tasks");
  const tab = ["objects", "scenes"].find((one) => one === query.get("tab")) ?? "tasks";
  const tasks = data?.tasks ?? [];
  const shown = tasks.filter((task) => passes(task, query));
  const scenes = scenesOf(tasks);
  const open = query.has("show") ? tasks.find((task) => task.name === query.get("show")) : null;
  useTitle(open ? open.name : "Tasks and objects");
  const tabs = [
    { id: "tasks", label: "Tasks", count: count(tasks.length), href: address("tasks") },
    scenes.length > 0 && { id: "scenes", label: "Scenes", count: count(scenes.length), href: address("tasks", { tab: "scenes" }) },
    { id: "objects", label: "Objects", count: count(data?.objects?.length ?? 0), href: address("tasks", { tab: "objects" }) },
  ].filter(Boolean);
  return html`<div class="page">
    <div class="page-head">
      <h1 class="grow">Tasks and objects</h1>
      ${data?.folder && html`<span class="muted small">task files of <span class="mono">${data.folder}</span></span>`}
    </div>
    <${Problem} error=${error} retry=${reload} />
    ${data?.problems?.map((one) => html`<${Notice} key=${one} kind="warn">${one}<//>`)}
    <${Tabs} label="Catalogue" tabs=${tabs} chosen=${tab} />
    <div class="toolbar"><${SearchBox} label=${{ tasks: "Search task, instruction, object", scenes: "Search scenes", objects: "Search objects" }[tab]} /></div>
    ${tab === "tasks" &&
    html`<${Facet} label="Difficulty" name="difficulty" query=${query} entries=${counted(tasks, (task) => [task.difficulty])} />
      <${Facet} label="Attributes" name="attribute" query=${query} entries=${counted(tasks, labels)} />
      <${FilterChips} chips=${chipsOf(query)} clear=${{ difficulty: null, attribute: null }} />`}
    ${!data && !error && html`<${Skeleton} rows=${6} height=${28} />`}
    ${data && tab === "scenes" && html`<${Scenes} scenes=${scenes} query=${query} />`}
    ${data && tab === "objects" && html`<${Objects} objects=${data.objects ?? []} query=${query} />`}
    ${data && tab === "tasks" && shown.length > 0 && html`<div class="card"><${DataTable} label="Tasks" columns=${columns(query, tasks)} rows=${shown} /></div>`}
    ${data && tab === "tasks" && shown.length === 0 &&
    html`<${Empty} title="No tasks">${tasks.length ? "No task passes these filters." : "Nothing was recorded here yet, and no folder of task files was given."}<//>`}
    ${data && tab === "tasks" && html`<p class="small muted" role="status">${plural(shown.length, "task")} of ${count(tasks.length)}; ${summary(shown, scenesOf(shown))}</p>`}
    ${open && html`<${Dialog} title=${open.name} close=${() => setQuery({ show: null })}><${TaskDetail} task=${open} /><//>`}
  </div>`;
}
