package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Learns from a run file of ours what its staging header would have said. */
final class StoredRun {
    private static final String UNKNOWN = "unknown";

    /** A damaged number is not worth its memory. */
    private static final int MAX_PLACES = 1_000_000;

    private StoredRun() {}

    /**
     * Describes the run; a demo that cannot be read is passed over while another can.
     *
     * @throws IOException when no demo can be read, or the file was not recorded by this recorder
     */
    static LegacyRun describe(Path file, RunPaths paths) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.openAsLeft(file)) {
            Map<String, Object> data = reader.attributes();
            if (!data.containsKey(AttributeNames.FORMAT_VERSION)) {
                throw new IOException(paths.run()
                        + " was not recorded by RoboReel and its staging file is missing;"
                        + " mend it with its own recorder's tools");
            }
            RunAttributes attributes = new RunAttributes(
                    text(data, AttributeNames.RECORDER_VERSION),
                    text(data, AttributeNames.RECORDED_AT),
                    json(data, AttributeNames.TASK_ATTRIBUTES),
                    json(data, AttributeNames.METRIC_SETS),
                    json(data, AttributeNames.RUN_ID),
                    json(data, AttributeNames.PROVENANCE));
            Map<String, DatasetInfo> datasets = datasets(reader);
            RunSpec run = run(reader, paths, data);
            FieldSchema schema = schema(datasets);
            FrameChunks frames = FrameChunks.of(
                    schema, image -> planes(datasets.get(image.spec().path())));
            return LegacyRun.empty(run, schema, attributes, chunkRows(datasets), frames);
        } catch (IllegalArgumentException e) {
            throw new IOException(paths.run() + " describes no run: " + e.getMessage(), e);
        }
    }

    private static String text(Map<String, Object> attributes, String name) {
        return attributes.getOrDefault(name, UNKNOWN).toString();
    }

    private static String json(Map<String, Object> attributes, String name) {
        return attributes.getOrDefault(name, "").toString();
    }

    private static RunSpec run(Hdf5RunReader reader, RunPaths paths, Map<String, Object> data) throws IOException {
        boolean continuous = data.get(AttributeNames.EPISODES_PER_FILE) instanceof Long;
        long places = continuous
                ? (Long) data.get(AttributeNames.EPISODES_PER_FILE)
                : reader.demoNames().size();
        if (places > MAX_PLACES) {
            throw new IllegalArgumentException(places + " " + AttributeNames.EPISODES_PER_FILE);
        }
        List<EpisodeInfo> episodes = new ArrayList<>();
        for (int env = 0; env < places; env++) {
            episodes.add(episode(reader, env));
        }
        String envName = paths.run().getParent().getFileName().toString();
        return RunSpec.builder(paths.outputFolder(), envName)
                .episodes(episodes)
                .continuous(continuous ? numEnvs(data) : 0)
                .envConfigJson(text(data, AttributeNames.CONFIG))
                .build();
    }

    private static int numEnvs(Map<String, Object> data) {
        return data.get(AttributeNames.NUM_ENVS) instanceof Long number && number > 0 && number <= MAX_PLACES
                ? number.intValue()
                : 1;
    }

    /** A place that none took may be gone. */
    private static EpisodeInfo episode(Hdf5RunReader reader, int env) {
        try {
            String name = RunFile.demoName(env);
            Map<String, Object> demo = reader.hasDemo(name) ? reader.demo(name).attributes() : Map.of();
            long seed = demo.get(AttributeNames.SEED) instanceof Long number ? number : -1;
            double dtSeconds = demo.get(AttributeNames.DT) instanceof Double number && number > 0 ? number : 1;
            return new EpisodeInfo(
                    text(demo, AttributeNames.INSTRUCTION), text(demo, AttributeNames.POLICY), seed, dtSeconds);
        } catch (IOException e) {
            return new EpisodeInfo(UNKNOWN, UNKNOWN, -1, 1);
        }
    }

    private static Map<String, DatasetInfo> datasets(Hdf5RunReader reader) throws IOException {
        IOException failure = new IOException(reader.path() + " holds no demo");
        for (String demo : reader.demoNames()) {
            try {
                return reader.demo(demo).infos();
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private static FieldSchema schema(Map<String, DatasetInfo> datasets) {
        List<FieldSpec> fields = new ArrayList<>();
        datasets.forEach((path, info) -> fields.add(field(path, info)));
        return FieldSchema.of(fields);
    }

    /** Chunks stay as they were cut. */
    private static ChunkRows chunkRows(Map<String, DatasetInfo> datasets) {
        ChunkRows ofNew = ChunkRows.ofNewRuns();
        return field -> {
            DatasetInfo info = datasets.get(field.path());
            boolean chunked = info != null && !info.chunkShape().isEmpty();
            return chunked ? Math.toIntExact(info.chunkShape().get(0)) : ofNew.of(field);
        };
    }

    /** Chunks of an image's frame, which has one or one per channel. */
    private static int planes(DatasetInfo image) {
        int channel = image.chunkShape().size() - 1;
        return image.chunkShape().get(channel) == 1
                ? Math.toIntExact(image.rowShape().get(channel - 1))
                : 1;
    }

    /**
     * Only STEP fields pass filters. A field with chunks of one row may be an image or have large rows: there is
     * nothing staged here that would tell them apart.
     */
    private static FieldSpec field(String path, DatasetInfo info) {
        List<Integer> shape = info.rowShape().stream().map(Math::toIntExact).toList();
        boolean step = !info.filters().isEmpty();
        boolean image = step
                && info.chunkShape().get(0) == 1
                && info.signal().isEmpty()
                && FieldSpec.canBeImage(info.dtype(), shape);
        FieldPhase single = DemoPaths.isIn(DemoPaths.FINAL_OBS, path) ? FieldPhase.FINAL : FieldPhase.INITIAL;
        FieldSpec field = new FieldSpec(
                path,
                info.dtype(),
                shape,
                info.unit(),
                info.frame(),
                step ? FieldPhase.STEP : single,
                image,
                info.nonFiniteAllowed(),
                true);
        return field.withIfPossible(info.signal());
    }
}
