import { render } from "preact";
import { Boundary } from "./lib/boundary.js";
import { html } from "./lib/html.js";
import { usePlace } from "./lib/router.js";
import { Shell } from "./lib/shell.js";
import { startTheme } from "./lib/theme.js";
import { later } from "./lib/later.js";
import { ComparePage } from "./pages/compare.js";
import { EpisodesPage } from "./pages/episodes.js";
import { LivePage } from "./pages/live.js";
import { MetricsPage } from "./pages/metrics.js";
import { ProblemsPage } from "./pages/problems.js";
import { RecordingPage } from "./pages/recording.js";
import { RecordingsPage } from "./pages/recordings.js";
import { TasksPage } from "./pages/tasks.js";

const EpisodePage = later(() => import("./episode/page.js"), "EpisodePage");
const PairPage = later(() => import("./episode/pair.js"), "PairPage");

/** Pages by the first part of the path; each gets the ids behind it. */
const PAGES = {
  "": RecordingsPage,
  recording: RecordingPage,
  compare: ComparePage,
  episodes: EpisodesPage,
  episode: EpisodePage,
  pair: PairPage,
  metrics: MetricsPage,
  tasks: TasksPage,
  problems: ProblemsPage,
  live: LivePage,
};

function App() {
  const place = usePlace();
  const Page = PAGES[place.page] ?? RecordingsPage;
  return html`<${Shell}>
    <${Boundary} key=${place.path}><${Page} ids=${place.ids} /><//>
  <//>`;
}

startTheme();
render(html`<${App} />`, document.getElementById("app"));
