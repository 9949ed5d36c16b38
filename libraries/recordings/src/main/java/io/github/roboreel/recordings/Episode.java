package io.github.roboreel.recordings;

import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One recorded episode of open {@link Recordings}: what is known of it, and its arrays by path, for example
 * {@code actions} or {@code obs/gripper_pos}. Nothing is kept of what was read. Any thread may use it.
 *
 * <p>The MP4 files that the recorder made of an episode are read as arrays, too, by the {@link #videoPaths}, such as
 * {@code videos/sensor}: uint8, height x width x 3, each frame decoded when it is asked for. Row k is what was seen
 * after step k, which is row k + 1 of {@code obs}; where no final observation was recorded the last row is missing.
 * They are none of the {@link #arrays}, and no step has them that was asked for without paths: they show again, smaller
 * and with loss, what most episodes hold as arrays, decoding takes longer than all the rest of a step, and it needs
 * {@code recorder-video} on the class path.
 */
public final class Episode {
    private final Part part;
    private final int index;
    private final long steps;
    private final Map<String, ArraySpec> looked = new ConcurrentHashMap<>();
    private volatile Map<String, ArraySpec> arrays;

    Episode(Part part, int index, long steps) {
        this.part = part;
        this.index = index;
        this.steps = steps;
    }

    /**
     * Name, outcome, instruction, attributes and what else is known besides the arrays.
     *
     * @throws IOException when it cannot be read
     */
    public EpisodeFacts facts() throws IOException {
        return part.catalogue().facts(index);
    }

    /** The place that was opened and holds it. */
    public Path place() {
        return part.place();
    }

    /** Number of steps. */
    public long steps() {
        return steps;
    }

    /**
     * All arrays by path, in the file's order.
     *
     * @throws IOException when they cannot be looked at
     */
    public Map<String, ArraySpec> arrays() throws IOException {
        if (arrays == null) {
            arrays = read("", this::specs);
        }
        return arrays;
    }

    private Map<String, ArraySpec> specs(EpisodeReader reader) throws IOException {
        Map<String, ArraySpec> specs = new LinkedHashMap<>();
        for (Map.Entry<String, DatasetInfo> found : reader.infos().entrySet()) {
            String path = found.getKey();
            specs.put(path, spec(path, found.getValue()));
        }
        return Collections.unmodifiableMap(specs);
    }

    private ArraySpec spec(String path, DatasetInfo info) {
        return ArraySpec.of(path, info, isPerStep(path, info), part.catalogue().bounds(index, path));
    }

    /** A recorder that is writing may be a few rows ahead of the steps that it says there are. */
    private boolean isPerStep(String path, DatasetInfo info) {
        return info.rows() >= steps && !StepPaths.isOutsideSteps(path);
    }

    /**
     * Paths of the videos of this episode, which are read as arrays are; none for data sets that have other videos or
     * none.
     *
     * @throws IOException when the episode cannot be read
     */
    public List<String> videoPaths() throws IOException {
        return facts().videoPaths();
    }

    /**
     * Description of an array or video.
     *
     * @throws IllegalArgumentException naming near paths when there is none
     * @throws IOException when it cannot be looked at
     */
    public ArraySpec spec(String path) throws IOException {
        if (arrays != null && !facts().isVideo(path)) {
            return StepPaths.required(path, arrays);
        }
        ArraySpec known = looked.get(path);
        if (known == null) {
            known = look(path);
            looked.put(path, known);
        }
        return known;
    }

    /** Looks at one alone, so that a row of one array does not wait for all the others. */
    private ArraySpec look(String path) throws IOException {
        try {
            return read(path, reader -> spec(path, reader.info(path)));
        } catch (UnreadableEpisodeException e) {
            if (!facts().isVideo(path)) {
                StepPaths.required(path, arrays());
            }
            throw e;
        }
    }

    /**
     * All rows of an array.
     *
     * @return rows x {@link ArraySpec#shape}
     * @throws IllegalArgumentException when there is no such array, or it does not fit one Java array
     * @throws IOException when it cannot be read
     */
    public NdArray read(String path) throws IOException {
        ArraySpec spec = spec(path);
        return read(path, 0, spec.isPerStep() ? steps : spec.rows());
    }

    /**
     * Some rows of an array.
     *
     * @param from first row, from 0
     * @param to row after the last one
     * @return (to - from) x {@link ArraySpec#shape}
     * @throws IndexOutOfBoundsException when there are not so many
     */
    public NdArray read(String path, long from, long to) throws IOException {
        ArraySpec spec = spec(path);
        StepPaths.requireRows(spec, from, to);
        byte[] rows = read(path, reader -> reader.readBytes(path, from, to));
        return StepPaths.array(spec, rows, Math.toIntExact(to - from));
    }

    /**
     * One step with all arrays that have a row for it.
     *
     * @param step from 0; from -1 backwards counted from the end
     * @throws IndexOutOfBoundsException when there is none
     */
    public Step step(long step) throws IOException {
        return step(step, stepPaths());
    }

    /** Paths of the arrays that have a row for each step. */
    public List<String> stepPaths() throws IOException {
        return arrays().values().stream()
                .filter(ArraySpec::isPerStep)
                .map(ArraySpec::path)
                .toList();
    }

    /** One step with some arrays only. */
    public Step step(long step, Collection<String> paths) throws IOException {
        long at = Recordings.place(step, steps, "step");
        return block(at, at + 1, paths).step(0);
    }

    /**
     * Some steps at once.
     *
     * @param from first step, from 0
     * @param to step after the last one
     * @param paths arrays with a row for each step
     * @throws IOException when they cannot be read
     */
    public StepBlock block(long from, long to, Collection<String> paths) throws IOException {
        Map<String, ArraySpec> specs = new LinkedHashMap<>();
        for (String path : paths) {
            ArraySpec spec = spec(path);
            StepPaths.requirePerStep(spec, steps);
            StepPaths.requireRows(spec, from, to);
            specs.put(path, spec);
        }
        Map<String, byte[]> rows = read("", reader -> reader.readBytes(List.copyOf(specs.keySet()), from, to));
        Map<String, NdArray> values = new LinkedHashMap<>();
        int count = Math.toIntExact(to - from);
        specs.forEach((path, spec) -> values.put(path, StepPaths.array(spec, rows.get(path), count)));
        return new StepBlock(from, count, values);
    }

    private <T> T read(String path, IoFunction<EpisodeReader, T> reading) throws IOException {
        return part.read(readers -> {
            try {
                return reading.apply(readers.episode(index));
            } catch (UnreadableEpisodeException | InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                throw new UnreadableEpisodeException(facts(), path, facts().where() + ": " + Sentence.reasonOf(e), e);
            }
        });
    }

    /** Where it is, for messages. */
    @Override
    public String toString() {
        try {
            return facts().where();
        } catch (IOException e) {
            return "episode " + index;
        }
    }
}
