package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.StagedTarget;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes episodes as one robomimic file: {@code data/demo_0} and on, renumbered, with {@code actions} (T, A),
 * {@code obs/<name>} (T, ...), {@code next_obs/<name>} where the recording has {@code final_obs}, {@code rewards}
 * float64 (T,) and {@code dones} int64 (T,), which is 1 only where the task itself ended. All other arrays keep the
 * paths they were recorded under. What has another path or type says so in its attributes {@code recorded_path},
 * {@code recorded_dtype} and {@code recorded_shape}, so that an import brings the recording back. The names to train
 * and to validate with are in {@code mask/train} and {@code mask/valid}. Immutable.
 */
public final class RobomimicExporter implements Exporter {
    private final RobomimicOptions options;

    public RobomimicExporter(RobomimicOptions options) {
        this.options = options;
    }

    @Override
    public ExportSummary export(EpisodeSource recorded, ExportProgress progress) throws IOException {
        EpisodeSource source = new JoinedSource(recorded);
        DatasetSurvey survey = DatasetSurvey.of(source);
        DemoLayout layout = DemoLayout.of(survey, options.reward(), options.nextObs());
        try (StagedTarget target = StagedTarget.of(options.out())) {
            List<String> notes = new ArrayList<>(layout.notes(survey));
            progress.phase("writing", survey.steps());
            ArrayDigests written = new ArrayDigests();
            try (ArrayFileWriter file = ArrayFileFormat.hdf5().create(target.work())) {
                RobomimicDemoWriter demos = new RobomimicDemoWriter(file, layout, options.reward(), written, progress);
                Writing writing = new Writing(file, demos);
                source.visit(writing::add);
                writing.finish(survey, layout, notes);
            }
            progress.phase("checking", survey.steps());
            check(target.work(), layout, survey, written, progress);
            target.finish();
            return new ExportSummary(options.out(), survey.episodes(), survey.steps(), written.arrays(), notes);
        }
    }

    private static void check(
            Path file, DemoLayout layout, DatasetSurvey survey, ArrayDigests written, ExportProgress progress)
            throws IOException {
        try (ArrayFileReader reader = ArrayFileFormat.hdf5().open(file)) {
            List<String> demos = DemoSplit.names(survey.episodes());
            if (!reader.members("data").equals(demos)) {
                throw new IOException(Sentence.of(
                        "%s demos were written, but %s read back; the disk or memory is at fault, export again",
                        demos.size(), reader.members("data").size()));
            }
            ArrayDigests readBack = new ArrayDigests();
            for (String demo : demos) {
                FoundArray.each(reader, DemoPaths.inData(demo), found -> {
                    boolean counts = found.name().equals(layout.heaviest());
                    readBack.addAll(found, rows -> progress.advanced(counts ? rows : 0));
                });
            }
            written.requireEqual(readBack);
        }
    }

    /** One pass over the episodes. */
    private final class Writing {
        private final ArrayFileWriter file;
        private final RobomimicDemoWriter demos;
        private final EnvArgs envArgs = new EnvArgs();
        private final ActionRange actions = new ActionRange();
        private int count;

        Writing(ArrayFileWriter file, RobomimicDemoWriter demos) {
            this.file = file;
            this.demos = demos;
        }

        void add(EpisodeFacts facts, EpisodeReader episode) throws IOException {
            String demo = DemoPaths.inData(DemoPaths.demo(count++));
            file.group(demo);
            DemoAttributes.write(file, demo, facts, episode.numSamples());
            for (Map.Entry<String, String> text :
                    LongAttributes.recorded(episode).entrySet()) {
                DemoAttributes.set(file, demo, text.getKey(), text.getValue(), facts.where());
            }
            demos.write(demo, facts, episode);
            envArgs.add(facts);
            actions.add(episode);
        }

        private void describe(String name, Object value) throws IOException {
            DemoAttributes.set(file, "data", name, value, "the dataset");
        }

        void finish(DatasetSurvey survey, DemoLayout layout, List<String> notes) throws IOException {
            String rewards = options.reward().source(survey);
            for (Map.Entry<String, Object> attribute :
                    envArgs.attributes(survey.envNames()).entrySet()) {
                describe(attribute.getKey(), attribute.getValue());
            }
            describe("total", survey.steps());
            describe("rewards_source", rewards);
            describe("dones_source", layout.derivesDones() ? "ending" : "recorded");
            describe("split_seed", options.seed());
            Map<String, Object> signals = layout.signals(survey);
            if (!signals.isEmpty()) {
                describe(AttributeNames.SIGNALS, FormatJson.text(signals));
            }
            if (!survey.changes().isEmpty()) {
                describe("changes", String.join("; ", survey.changes()));
            }
            envArgs.note().ifPresent(notes::add);
            if (rewards.equals("absent")) {
                notes.add("no rewards were recorded, so they are all 0; another source of rewards gives some");
            }
            actions.note().ifPresent(notes::add);
            DemoSplit split = DemoSplit.draw(count, options.validFraction(), options.seed());
            file.texts("mask/train", split.train());
            if (!split.valid().isEmpty()) {
                file.texts("mask/valid", split.valid());
            } else if (options.validFraction() > 0) {
                notes.add("there is no mask/valid, because there is only one episode");
            }
        }
    }
}
