package io.github.roboreel.fleet.catalogue;

import static io.github.roboreel.fleet.catalogue.CatalogueColumn.ATTRIBUTES;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.CONTENT_SHA256;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.DEMO;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.DT_SECONDS;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.DURATION_SECONDS;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.ENV_ID;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.ENV_NAME;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.EPISODE;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.EPISODE_ATTRIBUTES;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.FOLDER;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.FORMAT_VERSION;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.INSTRUCTION;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.INSTRUCTION_TYPE;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.METRICS;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.POLICY;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.PROBLEMS;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.REASON;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.RECORDED_AT;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.RECORDER_VERSION;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.RESULTS_VERSION;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.RUN;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.RUN_FILE;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.RUN_FILE_BYTES;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.RUN_FILE_VERSION;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.SCORE;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.SEED;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.STATUS;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.STEPS;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.SUCCESS;
import static io.github.roboreel.fleet.catalogue.CatalogueColumn.TASK_NAME;

import io.github.roboreel.fleet.export.Sha256;
import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.FactsReader;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.recordings.episodes.RecordedEpisodes;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StoredDemo;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** The rows of a folder: of each demo in its run files, and of each result line whose demo is not there. */
final class FolderIndex {
    private static final String NO_DATA = "its run file has no such demo";

    private final FolderView view;
    private final FleetFolder fleetFolder;
    private final FolderListing entries;
    private final Set<String> unchanged;
    private final boolean hashes;
    private final ResultFolder folder;
    private final FactsReader facts;
    private final List<FileFault> problems = new ArrayList<>();
    private final ArrayList<EpisodeRow> rows = new ArrayList<>();
    private final Set<DemoLocation> found = new HashSet<>();

    /** @param unchanged run files that are not looked at */
    FolderIndex(FolderView view, FleetFolder fleetFolder, FolderListing entries, Set<String> unchanged, boolean hashes)
            throws IOException {
        this.view = view;
        this.fleetFolder = fleetFolder;
        this.entries = entries;
        this.unchanged = unchanged;
        this.hashes = hashes;
        folder = ResultFolder.open(view.path());
        facts = new FactsReader(folder);
        problems.addAll(folder.problems());
    }

    FolderRows rows() {
        RunReaders readers = hashes ? view.runReaders() : view.attributeReaders();
        RecordedEpisodes recorded = new RecordedEpisodes(folder, problems, readers);
        int read = 0;
        for (EnvFolder env : folder.envs()) {
            StoredDemos demos = new StoredDemos(env, problems, readers);
            for (RunFile run : env.runs()) {
                if (!unchanged.contains(pathOf(run.path()))) {
                    read++;
                    demos.visit(run, demo -> addDemo(recorded.episode(env, demo), demo));
                }
            }
        }
        addLinesWithoutDemo();
        ArrayList<FaultRow> faults =
                problems.stream().map(view::named).map(FaultRow::of).collect(Collectors.toCollection(ArrayList::new));
        return new FolderRows(rows, new ArrayList<>(unchanged), read, faults);
    }

    /** Path in the folder. */
    private String pathOf(Path file) {
        return view.path().relativize(file).toString().replace('\\', '/');
    }

    private void addDemo(RecordedEpisode episode, StoredDemo demo) throws IOException {
        found.add(episode.location());
        Map<String, Object> attributes = demo.reader().attributes();
        Object status = attributes.get(AttributeNames.STATUS);
        if (EpisodeStatus.DISCARDED.label().equals(status)) {
            return;
        }
        long steps = demo.reader().numSamples();
        EpisodeFacts known = facts.read(episode, demo.reader());
        Optional<EpisodeRecord> line = episode.line();
        EpisodeRow row = row(episode.location(), episode.env().name())
                .set(RUN, episode.run())
                .set(ENV_ID, episode.envId())
                .set(EPISODE, episode.episode())
                .set(POLICY, known.policy())
                .set(INSTRUCTION, known.instruction())
                .set(EPISODE_ATTRIBUTES, json(known.attributes()))
                .set(STATUS, status instanceof String text ? text : line.flatMap(EpisodeRecord::status))
                .set(SUCCESS, known.success())
                .set(SCORE, known.score())
                .set(STEPS, steps)
                .set(DT_SECONDS, known.dtSeconds())
                .set(DURATION_SECONDS, steps * known.dtSeconds())
                .set(SEED, known.seed())
                .set(METRICS, new LinkedHashMap<>(known.metrics()))
                .set(ATTRIBUTES, demo.runTexts(AttributeNames.TASK_ATTRIBUTES).orElse(List.of()));
        line.ifPresent(result -> setLine(row, result));
        setRun(row, demo.runAttributes());
        if (EpisodeStatus.RECORDING.label().equals(status)) {
            row.set(PROBLEMS, "its recorder died before the episode ended");
        }
        if (hashes) {
            row.set(CONTENT_SHA256, Sha256.ofContent(demo.reader()).hex());
        }
        rows.add(row);
    }

    private EpisodeRow row(DemoLocation at, String envName) {
        String path = pathOf(at.file());
        Entry run = entries.runs().get(path);
        return new EpisodeRow()
                .set(FOLDER, fleetFolder.location().text())
                .set(RUN_FILE, path)
                .set(DEMO, at.demo())
                .set(ENV_NAME, envName)
                .set(TASK_NAME, envName)
                .set(ATTRIBUTES, List.of())
                .set(METRICS, new LinkedHashMap<>())
                .set(RUN_FILE_BYTES, run == null ? null : run.bytes())
                .set(RUN_FILE_VERSION, run == null ? null : run.version())
                .set(RESULTS_VERSION, entries.resultsVersion());
    }

    /** What only the results say. */
    private void setLine(EpisodeRow row, EpisodeRecord line) {
        row.set(TASK_NAME, line.taskName())
                .set(INSTRUCTION_TYPE, line.instructionType())
                .set(REASON, line.reason())
                .set(ATTRIBUTES, line.attributes());
        OptionalDouble duration = folder.durationSeconds(line);
        if (duration.isPresent()) {
            row.set(DURATION_SECONDS, duration);
        }
    }

    private static void setRun(EpisodeRow row, Map<String, Object> run) {
        row.set(RECORDED_AT, run.get(AttributeNames.RECORDED_AT) instanceof String text ? utc(text) : null)
                .set(RECORDER_VERSION, run.get(AttributeNames.RECORDER_VERSION) instanceof String text ? text : null)
                .set(FORMAT_VERSION, run.get(AttributeNames.FORMAT_VERSION) instanceof Long number ? number : null);
    }

    private static LocalDateTime utc(String text) {
        try {
            return OffsetDateTime.parse(text)
                    .withOffsetSameInstant(ZoneOffset.UTC)
                    .toLocalDateTime();
        } catch (DateTimeException e) {
            return null; // check complains about it
        }
    }

    private static String json(Map<String, Object> values) {
        return values.isEmpty() ? null : FormatJson.text(values);
    }

    private void addLinesWithoutDemo() {
        Map<Path, String> faults = new LinkedHashMap<>();
        problems.stream().filter(FileFault::isLeftOut).forEach(p -> faults.merge(p.file(), p.problem(), (a, b) -> a));
        for (EpisodeRecord line : folder.episodes()) {
            Optional<DemoLocation> at = folder.envOf(line).demoOf(line);
            boolean isNew = at.isEmpty() || !unchanged.contains(pathOf(at.get().file())) && found.add(at.get());
            if (isNew) {
                addLine(line, at, faults);
            }
        }
    }

    private void addLine(EpisodeRecord line, Optional<DemoLocation> at, Map<Path, String> faults) {
        EpisodeRow row = at.map(location -> row(location, line.envName())).orElseGet(() -> row(line));
        row.setLine(line)
                .set(EPISODE_ATTRIBUTES, json(line.episodeAttributes()))
                .set(STEPS, line.fields().episodeStep())
                .set(DT_SECONDS, folder.dtSeconds(line))
                .set(METRICS, metrics(line))
                .set(
                        PROBLEMS,
                        at.map(location -> faults.getOrDefault(location.file(), NO_DATA))
                                .orElse(NO_DATA))
                .set(DURATION_SECONDS, folder.durationSeconds(line));
        rows.add(row);
    }

    /** Of a line that names no demo. */
    private EpisodeRow row(EpisodeRecord line) {
        return row(new DemoLocation(view.path(), ""), line.envName())
                .set(RUN_FILE, null)
                .set(DEMO, null);
    }

    private Map<String, Double> metrics(EpisodeRecord line) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        line.metricNames().forEach(name -> folder.metric(line, name).ifPresent(value -> metrics.put(name, value)));
        return metrics;
    }
}
