package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.dataset.SizedArray;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.List;

/** Writes one episode as one demo, a block of rows at a time. For one thread. */
final class RobomimicDemoWriter {
    /** Attribute of an array that has another path than in the recording. */
    static final String RECORDED_PATH = "recorded_path";

    /** Attribute of an array that has another element type than in the recording. */
    static final String RECORDED_DTYPE = "recorded_dtype";

    /** Of joined actions: the recorded arrays, in order. */
    private static final String JOINED_OF = "joined_of";

    /** Attribute of such an array: the recorded shape of a row, for example {@code [1]}. */
    static final String RECORDED_SHAPE = "recorded_shape";

    private static final long CHUNK_BYTES = 64 << 10;

    /** From here on, float64 leaves out whole numbers. */
    private static final double MAX_EXACT = 0x1p53;

    private final ArrayFileWriter file;
    private final DemoLayout layout;
    private final RewardPolicy reward;
    private final ArrayDigests digests;
    private final ExportProgress progress;

    RobomimicDemoWriter(
            ArrayFileWriter file,
            DemoLayout layout,
            RewardPolicy reward,
            ArrayDigests digests,
            ExportProgress progress) {
        this.file = file;
        this.layout = layout;
        this.reward = reward;
        this.digests = digests;
        this.progress = progress;
    }

    /** Writes the arrays of the group {@code demo}. */
    void write(String demo, EpisodeFacts facts, EpisodeReader episode) throws IOException {
        for (DemoLayout.Copy copy : layout.copies()) {
            copy(demo, copy, facts, episode);
        }
        for (DemoLayout.Copy copy : layout.nextObs()) {
            shift(demo, copy, facts, episode);
        }
        int steps = Math.toIntExact(episode.numSamples());
        Target rewards = scalars(demo, DemoLayout.REWARDS, DType.FLOAT64, rewards(facts, episode));
        if (layout.rewards().isPresent()) {
            describeRewards(rewards, layout.rewards().get(), facts, episode);
        }
        if (layout.derivesDones()) {
            scalars(demo, DemoLayout.DONES, DType.INT64, dones(facts, steps));
        }
    }

    /** They are always float64 scalars; how they were recorded is kept with them. */
    private void describeRewards(Target target, FieldInfo recorded, EpisodeFacts facts, EpisodeReader episode)
            throws IOException {
        describe(target, facts, episode.info(recorded.path()));
        if (recorded.dtype() != DType.FLOAT64 || !recorded.rowShape().isEmpty()) {
            attribute(target, facts, RECORDED_DTYPE, recorded.dtype().label());
            attribute(target, facts, RECORDED_SHAPE, recorded.rowShape().toString());
        }
    }

    private void copy(String demo, DemoLayout.Copy copy, EpisodeFacts facts, EpisodeReader episode) throws IOException {
        String path = copy.field().path();
        DatasetInfo info = episode.info(path);
        if (copy.isPerStep()) {
            requireRows(facts, path, info.rows(), episode.numSamples());
        }
        Target target = create(demo, copy.target(), copy.field(), info.rows());
        boolean counts = copy.target().equals(layout.heaviest());
        RowBlocks.each(episode, path, 0, info.rows(), (rows, count) -> {
            target.append(rows);
            progress.advanced(counts ? count : 0);
        });
        describe(target, facts, info);
        if (!copy.target().equals(path)) {
            attribute(target, facts, RECORDED_PATH, path);
        }
        if (!copy.field().joinedOf().isEmpty()) {
            attribute(target, facts, JOINED_OF, copy.field().joinedOf());
        }
    }

    private static void requireRows(EpisodeFacts facts, String path, long rows, long steps) {
        if (rows != steps) {
            throw new ExportRefusedException(
                    "%s has %s rows in '%s' for %s steps; leave this episode out, or recover its recording",
                    facts.where(), rows, path, steps);
        }
    }

    private void describe(Target target, EpisodeFacts facts, DatasetInfo info) throws IOException {
        if (!info.unit().isEmpty()) {
            attribute(target, facts, "unit", info.unit());
        }
        if (!info.frame().isEmpty()) {
            attribute(target, facts, "frame", info.frame());
        }
    }

    private void attribute(Target target, EpisodeFacts facts, String name, String value) throws IOException {
        DemoAttributes.set(file, target.path, name, value, facts.where());
    }

    /** The observation after action k is the one before action k+1, or the final one. */
    private void shift(String demo, DemoLayout.Copy copy, EpisodeFacts facts, EpisodeReader episode)
            throws IOException {
        String path = copy.field().path();
        String finalPath = copy.finalPath();
        DatasetInfo last = episode.info(finalPath);
        if (last.rows() == 0) {
            throw new ExportRefusedException(
                    "%s has an empty '%s' next to others with a row; leave this episode out", facts.where(), finalPath);
        }
        long steps = episode.numSamples();
        Target target = create(demo, DemoLayout.nextObs(copy), copy.field(), steps);
        RowBlocks.each(episode, path, 1, steps, (rows, count) -> target.append(rows));
        target.append(RowBlocks.last(episode, finalPath));
        describe(target, facts, last);
    }

    private byte[] rewards(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        double[] rewards = reward.rewards(facts, episode);
        requireExact(rewards, facts);
        return Elements.bytes(DType.FLOAT64, rewards);
    }

    private void requireExact(double[] rewards, EpisodeFacts facts) {
        boolean isWhole =
                layout.rewards().filter(field -> field.dtype() == DType.INT64).isPresent();
        for (int step = 0; isWhole && step < rewards.length; step++) {
            if (Math.abs(rewards[step]) >= MAX_EXACT) {
                throw new ExportRefusedException(
                        "%s has the reward %s at step %s, which float64 does not hold exactly; choose "
                                + "another source of rewards",
                        facts.where(), (long) rewards[step], step);
            }
        }
    }

    /** robomimic's meaning: whether this action ends the task. A limit of time does not. */
    private static byte[] dones(EpisodeFacts facts, int steps) {
        double[] dones = new double[steps];
        dones[steps - 1] = facts.isTerminated() ? 1 : 0;
        return Elements.bytes(DType.INT64, dones);
    }

    private Target scalars(String demo, String name, DType dtype, byte[] rows) throws IOException {
        FieldInfo field = new FieldInfo(name, dtype, List.of(), "");
        Target target = create(demo, name, field, rows.length / dtype.bytes());
        target.append(rows);
        return target;
    }

    private Target create(String demo, String name, FieldInfo field, long rows) throws IOException {
        String path = demo + "/" + name;
        long wanted = field.isImage() ? 1 : CHUNK_BYTES / Math.max(1, field.rowBytes());
        int chunkRows = (int) Math.max(1, Math.min(rows, wanted));
        SizedArray array = SizedArray.begin(file, path, field.dtype(), field.rowShape(), rows, chunkRows, rows > 1);
        digests.begin(name, field.dtype(), field.rowShape(), rows);
        return new Target(path, name, array);
    }

    /** An array under way; attributes can be set once all its rows are there. */
    private final class Target {
        private final String path;
        private final String name;
        private final SizedArray array;

        Target(String path, String name, SizedArray array) {
            this.path = path;
            this.name = name;
            this.array = array;
        }

        void append(byte[] rows) throws IOException {
            digests.add(name, rows);
            array.append(rows);
        }
    }
}
