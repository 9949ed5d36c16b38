package io.github.roboreel.fleet.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.engine.ClusterLike;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FleetListing;
import io.github.roboreel.fleet.storage.ShelfProvider;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.metrics.MetricConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.video.VideoSettings;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.recompute.FolderMetrics;
import io.github.roboreel.tools.recompute.MetricsRow;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import io.github.roboreel.tools.report.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks that cross process boundaries, over paths and over a store, give what the plain classes give of the folders.
 */
class FleetWorkIT {
    private static final String STORE = "shelf://lab";
    private static final String ENV = "RubiksCubeAndBananaTask";
    private static final RecorderConfig CONFIG =
            RecorderConfig.builder().set(MetricConfig.ARM_JOINTS, 6).build();

    @TempDir
    private static Path lab;

    @BeforeAll
    static void records() throws Exception {
        example("a/plain");
        Path damaged = example("a/damaged", "--legacy");
        Files.writeString(damaged.resolve(ENV).resolve("data.hdf5"), "no HDF5 file");
        Files.writeString(damaged.resolve(ENV).resolve("log_2.json"), "{");
        Path results = damaged.resolve("episode_results.json");
        Files.writeString(results, Files.readString(results).replaceAll("\"events\": \\{[^}]*}, ", ""));
        Path foreign = example("b/foreign", "--foreign");
        Files.delete(foreign.resolve(ENV).resolve("run_0.hdf5"));
        Files.createDirectories(lab.resolve("b/without results").resolve(ENV));
        Files.copy(
                lab.resolve("a/plain").resolve(ENV).resolve("run_1.hdf5"),
                lab.resolve("b/without results").resolve(ENV).resolve("run_1.hdf5"));
        ours(lab.resolve("c"));
    }

    private static Path example(String name, String... modes) throws Exception {
        Path folder = lab.resolve(name);
        List<String> command =
                new ArrayList<>(List.of("/usr/bin/python3", "../../conformance/make_example.py", folder.toString()));
        command.addAll(List.of(modes));
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
        return folder;
    }

    private static void ours(Path folder) throws Exception {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 7));
        RecorderConfig config =
                RecorderConfig.builder().set(VideoSettings.MODE, "none").build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(SampleRun.of(folder, 0, 2), schema)
                .config(config)
                .open()) {
            for (EnvRecorder env : recorder.envs()) {
                env.begin();
                for (int step = 0; step < 30; step++) {
                    env.step()
                            .put(schema.field("actions"), new float[] {step, 0, 1, 2, 3, 4, env.envId()})
                            .publish();
                }
                env.end(EpisodeOutcome.success("done")).get();
            }
        }
    }

    private static FleetSettings settings() {
        return FleetSettings.of(Map.of(ShelfProvider.ROOT, lab.toString()), CONFIG, false);
    }

    private static List<FleetFolder> folders(String source) throws IOException {
        return new FleetListing(new Storages(settings().storage())).folders(List.of(source));
    }

    /** As if the store were named. */
    private static String inStore(String text) {
        return text.replace(lab.toString(), STORE);
    }

    private static List<AuditReport> checked(List<FleetFolder> folders) throws IOException {
        List<AuditReport> reports = new ArrayList<>();
        int[] done = new int[1];
        FleetCheck.run(
                new ClusterLike(1, 5),
                settings(),
                folders.stream().map(FolderChoice::all).toList(),
                EpisodeChoice.all(),
                (index, audited) -> reports.add(audited.report()),
                () -> done[0]++);
        assertEquals(folders.size(), done[0]);
        return reports;
    }

    private static List<String> texts(AuditReport report) {
        List<String> texts = new ArrayList<>();
        texts.add(FileFault.name(report.folder()) + " " + report.runFiles() + " " + report.episodes() + " "
                + report.videos());
        report.findings().forEach(finding -> texts.add(finding.severity() + " " + finding.finding()));
        return texts;
    }

    @Test
    void auditsAreTheSameWhereverTheFolderLies() throws IOException {
        List<AuditReport> plain = new ArrayList<>();
        FolderAudit audit = new FolderAudit(MetricConfig.robot(CONFIG));
        for (FleetFolder folder : folders(lab.toString())) {
            plain.add(audit.audit(folder.location().path()));
        }
        assertEquals(5, plain.size());
        assertTrue(plain.get(0).isDamaged());
        assertEquals(
                plain.stream().map(FleetWorkIT::texts).toList(),
                checked(folders(lab.toString())).stream()
                        .map(FleetWorkIT::texts)
                        .toList());
        assertEquals(
                plain.stream()
                        .map(report ->
                                texts(report).stream().map(FleetWorkIT::inStore).toList())
                        .toList(),
                checked(folders(STORE)).stream().map(FleetWorkIT::texts).toList());
    }

    private static List<MetricsOf> computed(List<FleetFolder> folders) throws IOException {
        List<MetricsOf> all = new ArrayList<>();
        FleetMetrics.run(new ClusterLike(1, 5), settings(), folders, false, all::add, () -> {});
        return all;
    }

    @Test
    void metricsAreTheSameWhereverTheFolderLies() throws IOException {
        List<List<MetricsRow>> rows = new ArrayList<>();
        List<List<String>> problems = new ArrayList<>();
        for (FleetFolder folder : folders(lab.toString())) {
            FolderMetrics plain =
                    FolderMetrics.compute(ResultFolder.open(folder.location().path()), MetricSets.onClassPath(CONFIG));
            rows.add(MetricsRow.of(plain.episodes()));
            problems.add(plain.problems().stream().map(FileFault::text).toList());
        }
        assertEquals(4, rows.get(1).size());
        assertTrue(rows.get(1).get(0).metrics().get("joint_isj") > 0, rows.toString());
        for (String source : List.of(lab.toString(), STORE)) {
            List<MetricsOf> fleet = computed(folders(source));
            assertEquals(rows, fleet.stream().map(MetricsOf::episodes).toList());
            assertEquals(
                    problems.stream()
                            .map(all -> all.stream()
                                    .map(text -> text.replace(lab.toString(), source))
                                    .toList())
                            .toList(),
                    fleet.stream()
                            .map(all ->
                                    all.problems().stream().map(FileFault::text).toList())
                            .toList());
        }
    }

    @Test
    void nothingIsWrittenIntoAStore() {
        RoboReelException refused = assertThrows(
                RoboReelException.class,
                () -> FleetMetrics.run(new ClusterLike(1, 5), settings(), folders(STORE), true, row -> {}, () -> {}));
        assertTrue(refused.getMessage().contains(STORE + "/a/damaged"), refused.getMessage());
    }

    private static Map<String, Object> document(Sources sources) {
        ReportOptions options = new ReportOptions(
                Grouping.WRONG_OBJECTS, true, new Columns(true, true, true, false), false, RateInterval.HPD);
        Report report = Report.of(sources, EpisodeFilter.ALL, options);
        Map<String, Object> all = new HashMap<>(report.document());
        all.put("csv", report.csvTables().toString());
        return all;
    }

    @Test
    void reportsAreTheSameWhereverTheFolderLies() throws IOException {
        List<Path> paths = folders(lab.toString()).stream()
                .map(folder -> folder.location().path())
                .toList();
        String plain = document(Sources.read(paths)).toString();
        assertTrue(plain.contains("log_2.json"), plain);
        assertTrue(plain.contains("but no episode_results.jsonl"), plain);
        for (String source : List.of(lab.toString(), STORE)) {
            long before = copies();
            try (FleetReport report = FleetReport.read(settings().storages(), folders(source), () -> {})) {
                assertEquals(
                        plain.replace(lab.toString(), source),
                        document(report.sources()).toString());
            }
            assertEquals(before, copies(), "copies left");
        }
    }

    private static long copies() throws IOException {
        String own = "roboreel-fleet-" + ProcessHandle.current().pid() + "-";
        try (Stream<Path> temporary = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return temporary
                    .filter(path -> path.getFileName().toString().startsWith(own))
                    .count();
        }
    }

    @Test
    void aFolderThatIsGoneIsNamed() throws IOException {
        List<FleetFolder> gone = List.of(
                new FleetFolder(
                        "nowhere", folders(lab.toString()).get(0).location().sibling("nowhere")),
                folders(lab.toString()).get(1));
        List<AuditReport> reports = checked(gone);
        assertEquals(1, reports.get(0).findings().size());
        assertTrue(reports.get(0).findings().get(0).finding().startsWith("nowhere: was not looked at ("));
        assertEquals(2, reports.get(1).runFiles());
    }
}
