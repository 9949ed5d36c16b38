import { render } from "preact";
import { Boundary } from "./lib/boundary.js";
import { loadMetrics } from "./lib/groups.js";
import { html } from "./lib/html.js";
import { usePlace } from "./lib/router.js";
import { Shell } from "./lib/shell.js";
import { startTheme } from "./lib/theme.js";
import { later } from "./lib/later.js";
import { RecordingsPage } from "./pages/recordings.js";
import { UnknownPage } from "./pages/unknown.js";

/** Pages by the first part of the path; each gets the ids behind it. */
const PAGES = {
  "": RecordingsPage,
  recordings: RecordingsPage,
  recording: later(() => import("./pages/recording.js"), "RecordingPage"),
  compare: later(() => import("./pages/compare.js"), "ComparePage"),
  episodes: later(() => import("./pages/episodes.js"), "EpisodesPage"),
  episode: later(() => import("./episode/page.js"), "EpisodePage"),
  pair: later(() => import("./episode/pair.js"), "PairPage"),
  metrics: later(() => import("./pages/metrics.js"), "ResultsPage"),
  tasks: later(() => import("./pages/tasks.js"), "TasksPage"),
  problems: later(() => import("./pages/problems.js"), "ProblemsPage"),
  live: later(() => import("./pages/live.js"), "LivePage"),
};

function App() {
  const place = usePlace();
  const Page = Object.hasOwn(PAGES, place.page) ? PAGES[place.page] : UnknownPage;
  return html`<${Shell}>
    <${Boundary} key=${place.path}><${Page} ids=${place.ids} /><//>
  <//>`;
}

startTheme();
await loadMetrics();
render(html`<${App} />`, document.getElementById("app"));
