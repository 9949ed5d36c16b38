package io.github.roboreel.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import io.github.roboreel.tools.merge.FolderMerge;
import io.github.roboreel.tools.recompute.FolderMetrics;
import io.github.roboreel.tools.recompute.ResultsRebuild;
import io.github.roboreel.tools.recover.FolderRecovery;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import io.github.roboreel.tools.resume.RecordingIdentity;
import io.github.roboreel.tools.resume.Resumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All that reads folders, over one whose envs begin episode after episode: 10 of 2 envs, in files of 4 places. */
class ContinuousEpisodesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final MetricSets METRICS = MetricSets.onClassPath(RecorderConfig.defaults());
    private static final FolderAudit AUDIT = new FolderAudit(MetricSettings.roboLab());
    private static final String RESULTS = "episode_results.jsonl";

    @TempDir
    private static Path recorded;

    @TempDir
    private Path temp;

    @BeforeAll
    static void record() throws IOException {
        RecordedFolder.makeContinuous(recorded, "viewport");
    }

    private Path copy() throws IOException {
        return copy(recorded, temp.resolve("copy"));
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
        return to;
    }

    private static Path env(Path folder) {
        return folder.resolve(RecordedFolder.ENV);
    }

    private static Set<String> names(Path folder, String glob) throws IOException {
        Set<String> names = new TreeSet<>();
        try (var files = Files.newDirectoryStream(folder, glob)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names;
    }

    private static List<String> placesOf(Path folder) throws IOException {
        return ResultFolder.open(folder).episodes().stream()
                .map(line -> line.run().getAsInt() + " " + line.envId().getAsInt() + " of "
                        + line.fields().simEnvId() + ": " + line.episode().getAsInt())
                .toList();
    }

    @Test
    void linesLogsAndVideosAreNumberedByDemos() throws Exception {
        List<String> places = new ArrayList<>();
        for (int episode = 0; episode < RecordedFolder.EPISODES; episode++) {
            places.add(episode / 4 + " " + episode % 4 + " of " + RecordedFolder.simEnv(episode) + ": " + episode);
        }
        assertEquals(places, placesOf(recorded));
        assertEquals(Set.of("run_0.hdf5", "run_1.hdf5", "run_2.hdf5"), names(env(recorded), "run_*.hdf5"));
        assertEquals(
                RecordedFolder.EPISODES, names(env(recorded), "log_?_env?.json").size());
        assertEquals(
                RecordedFolder.EPISODES,
                names(env(recorded), "Wave_please_?_env?_viewport.mp4").size());
        assertTrue(Files.exists(env(recorded).resolve("log_2_env1.json")));
        assertEquals(
                "['demo_0', 'demo_1'] 2 4\n",
                Examples.run(
                        "import h5py, sys\nd = h5py.File(sys.argv[1])['data']\n"
                                + "print(sorted(d), d.attrs['num_envs'], d.attrs['episodes_per_file'])",
                        env(recorded).resolve("run_2.hdf5").toString()));
    }

    @Test
    void checksFindNothing() throws Exception {
        requireSound(recorded, RecordedFolder.EPISODES);
        conforms(recorded, "--episodes", "" + RecordedFolder.EPISODES, "--videos", "viewport", "--num-runs", "3");
    }

    private static void requireSound(Path folder, int episodes) throws IOException {
        AuditReport report = AUDIT.audit(folder);
        assertFalse(report.isDamaged(), report.findings().toString());
        assertEquals(episodes, report.episodes());
    }

    private static void conforms(Path folder, String... options) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of(folder.toString(), "--continuous", "--ours", "--skip", "metrics"));
        arguments.addAll(List.of(options));
        // What is recorded here lacks some of RoboLab's fields.
        Examples.run(
                "import check_run\n"
                        + "try: check_run.main()\n"
                        + "except SystemExit: pass\n"
                        + "sys.exit(any('velocity missing' not in fault for fault in check_run.FAILS))\n",
                arguments.toArray(String[]::new));
    }

    /** The fault is made by h5py in a run file ({@code d}: {@code data}), or in the results ({@code r}: line 2). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "d['demo_1'].attrs['sim_env_id'] = 0 | line 2, sim_env_id | is 1; run_0.hdf5 data/demo_1 says 0",
                "d['demo_1'].attrs['sim_env_id'] = 2 | data/demo_1@sim_env_id | is 2; the simulator has 2 envs",
                "d['demo_1'].attrs['sim_env_id'] = -1 | data/demo_1@sim_env_id | is -1; the simulator has 2 envs",
                "del d['demo_1'].attrs['sim_env_id'] | data/demo_1@sim_env_id | is missing",
                "d.move('demo_3', 'demo_4') | data/demo_4 | is one too many: the run has 4 places",
                "del d['demo_1'] | data/demo_1 | is missing: there are demos behind it",
                "d.attrs['episodes_per_file'] = 8 | data@episodes_per_file | is 8; run_complete.json says 4",
                "d.attrs['num_envs'] = 3 | data@num_envs | is 3; run_complete.json says 2",
                "r['sim_env_id'] = 0 | line 2, sim_env_id | is 0; run_0.hdf5 data/demo_1 says 1",
                "del r['sim_env_id'] | line 2, sim_env_id | is null; run_0.hdf5 data/demo_1 says 1",
                "r['episode'] = 3 | line 2, episode | is 3; run, env_id and 4 places give 1",
                "r['success'] = None | num_episodes | is 10; the results hold 9 judged episodes",
            })
    void plantedFaultsAreNamed(String fault, String place, String problem) throws Exception {
        Path folder = copy();
        Examples.run(
                "import h5py, json, sys\n"
                        + "with h5py.File(sys.argv[1] + '/WaveTask/run_0.hdf5', 'r+') as f:\n"
                        + "    d, r = f['data'], {}\n"
                        + "    path = sys.argv[1] + '/episode_results.jsonl'\n"
                        + "    lines = open(path).read().splitlines()\n"
                        + "    r = json.loads(lines[1])\n"
                        + "    " + fault + "\n"
                        + "lines[1] = json.dumps(r)\n"
                        + "open(path, 'w').write('\\n'.join(lines) + '\\n')\n",
                folder.toString());

        List<FileFault> findings = AUDIT.audit(folder).findings();

        assertTrue(
                findings.stream()
                        .anyMatch(f -> f.text().contains(place) && f.text().contains(problem)),
                findings.toString());
    }

    @Test
    void linesAreRebuilt() throws Exception {
        Path folder = copy();
        List<String> before = Files.readAllLines(folder.resolve(RESULTS));
        Files.delete(folder.resolve(RESULTS));

        ResultsRebuild.write(ResultsRebuild.plan(folder, METRICS), METRICS);

        List<String> after = Files.readAllLines(folder.resolve(RESULTS));
        assertEquals(before.size(), after.size());
        for (int i = 0; i < before.size(); i++) {
            ObjectNode expected = (ObjectNode) JSON.readTree(before.get(i));
            JsonNode given = JSON.readTree(after.get(i));
            expected.remove("timing");
            expected.set("reason", given.path("reason"));
            assertEquals(expected, given);
        }
        requireSound(folder, RecordedFolder.EPISODES);
    }

    @Test
    void metricsAreThoseOfTheLines() throws Exception {
        ResultFolder folder = ResultFolder.open(recorded);
        FolderMetrics metrics = FolderMetrics.compute(folder, METRICS);
        assertEquals(List.of(), metrics.problems());
        assertEquals(
                folder.episodes().stream().map(line -> line.fields().metrics()).toList(),
                metrics.episodes().stream().map(e -> e.computed().values()).toList());
    }

    @Test
    void foldersAreMerged() throws Exception {
        Path a = copy();
        Path b = copy(recorded, temp.resolve("b"));

        new FolderMerge(a, false).run(List.of(b));

        List<String> places = placesOf(a);
        assertEquals(2 * RecordedFolder.EPISODES, places.size());
        assertEquals("5 1 of " + RecordedFolder.simEnv(9) + ": 21", places.get(19));
        assertTrue(Files.exists(env(a).resolve("Wave_please_5_env1_viewport.mp4")));
        JsonNode promise = JSON.readTree(env(a).resolve("run_complete.json").toFile());
        assertEquals(6, promise.get("num_runs").intValue());
        assertEquals(20, promise.get("num_episodes").intValue());
        requireSound(a, 2 * RecordedFolder.EPISODES);
        conforms(a, "--episodes", "20");
    }

    @Test
    void whatIsThereIsCountedAndTheNextFileIsNamed() throws IOException {
        Path folder = copy();
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, identity(4));
            assertEquals(3, resumption.nextRun());
            assertEquals(
                    List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
                    resumption.judgedEpisodes().stream()
                            .map(EpisodeRecord::episode)
                            .map(episode -> episode.getAsInt())
                            .toList());
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 8", "0, none"})
    void anotherWayToRecordIsRefused(int episodesPerFile, String asked) throws IOException {
        Path folder = copy();
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Exception refused =
                    assertThrows(RoboReelException.class, () -> Resumption.of(lock, identity(episodesPerFile)));
            assertTrue(
                    refused.getMessage().contains("episodes_per_file is 4 there, " + asked + " was asked for"),
                    refused.getMessage());
        }
    }

    private static RecordingIdentity identity(int episodesPerFile) {
        return new RecordingIdentity(
                new RecordingIdentity.Task(RecordedFolder.ENV, "default", RecordedFolder.config()),
                2,
                episodesPerFile,
                7,
                "sine",
                "viewport",
                RecordedFolder.fields());
    }

    @Test
    void aDiscardedEpisodeKeepsItsPlaceAndNothingElse() throws IOException {
        Path folder = temp.resolve("discarded");
        try (EpisodeRecorder recorder = RecordedFolder.openContinuous(folder, "none")) {
            RecordedFolder.record(recorder.env(0), 20, true);
            RecordedFolder.recordUntil(recorder.env(0), 20, EpisodeOutcome.discarded("no good"));
            RecordedFolder.record(recorder.env(1), 20, true);
        }
        requireSound(folder, 3);
        assertEquals(List.of("0 0 of 0: 0", "0 2 of 1: 2"), placesOf(folder));
        assertEquals(List.of(), ResultsRebuild.plan(folder, METRICS).added());
    }

    /** A copy of the folder is what a recorder leaves that dies at that moment. */
    @Test
    void severalOpenRunsAreRecovered() throws Exception {
        Path live = temp.resolve("live");
        Path dead = temp.resolve("dead");
        try (EpisodeRecorder recorder = RecordedFolder.openContinuous(live, "viewport")) {
            RecordedFolder.beginAndStep(recorder.env(1), 30);
            for (int episode = 1; episode < 6; episode++) {
                RecordedFolder.record(recorder.env(0), 20, true);
            }
            RecordedFolder.beginAndStep(recorder.env(0), 10);
            awaitDurable(recorder.env(1), 30);
            awaitDurable(recorder.env(0), 10);
            assertFalse(
                    AUDIT.audit(live).isDamaged(), AUDIT.audit(live).findings().toString());
            copyDead(live, dead);
        }
        assertTrue(AUDIT.audit(dead).findings().stream()
                .map(FileFault::text)
                .anyMatch(text -> text.contains("run_1.staging") && text.contains("a recorder that died")));

        FolderRecoveryReport report = FolderRecovery.recover(dead, METRICS, RecoveryPlace.BESIDE);

        assertTrue(report.isComplete(), report.toString());
        assertEquals(
                Set.of(
                        "0 0 of 1: 0",
                        "0 1 of 0: 1",
                        "0 2 of 0: 2",
                        "0 3 of 0: 3",
                        "1 0 of 0: 4",
                        "1 1 of 0: 5",
                        "1 2 of 0: 6"),
                Set.copyOf(placesOf(dead)));
        assertEquals(
                List.of(30, 10),
                ResultFolder.open(dead).episodes().stream()
                        .filter(EpisodeRecord::isRecovered)
                        .map(line -> line.episodeStep().getAsInt())
                        .toList());
        assertEquals(
                Set.of("Wave_please_0_env0_viewport.mp4", "Wave_please_1_env2_viewport.mp4"),
                report.finishedVideos().stream()
                        .map(video -> video.getFileName().toString())
                        .collect(Collectors.toSet()));
        requireSound(dead, 7);
        conforms(dead, "--expect-incomplete", "--skip", "logs,metrics");
        assertFalse(FolderRecovery.recover(dead, METRICS, RecoveryPlace.BESIDE).resultLines() > 0);
    }

    private static void awaitDurable(EnvRecorder env, long steps) throws InterruptedException {
        while (env.durableSteps() < steps) {
            Thread.sleep(1);
        }
    }

    /** The names of its files change while it is copied, since the next one is made. */
    private static void copyDead(Path live, Path dead) throws IOException, InterruptedException {
        Set<String> before;
        do {
            before = names(env(live), "*");
            Thread.sleep(200);
        } while (!before.equals(names(env(live), "*")));
        copy(live, dead);
        Files.deleteIfExists(dead.resolve(RunFolder.LOCK_HOLDER));
    }
}
