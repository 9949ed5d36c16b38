package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Collects statistics of all numeric fields of the steps it is given, in one pass. Two collectors are joined by
 * {@link #add(StatisticsCollector)}: the same collectors joined in the same order give the same bits; counts, bounds
 * and quantiles in any order. Holds a {@link FieldCollector} for each field. One thread uses it at a time.
 */
public final class StatisticsCollector {
    private static final int STATE_VERSION = 2;

    private final ValidFields valid;
    private final Map<String, FieldCollector> fields = new LinkedHashMap<>();

    /** An empty one. */
    public StatisticsCollector(ValidFields valid) {
        this.valid = valid;
    }

    /**
     * Counts the values of a step. Texts are passed over.
     *
     * @throws IllegalArgumentException when a field has another shape than before
     */
    public void add(Step step) {
        step.values().forEach((path, value) -> {
            if (!value.dtype().isText() && valid.isValid(step, path)) {
                fields.computeIfAbsent(path, p -> FieldCollector.like(value)).add(path, step.index(), value);
            }
        });
    }

    /**
     * Counts what another has counted, which stays as it is.
     *
     * @throws IllegalArgumentException when a field has another shape there
     */
    public void add(StatisticsCollector other) {
        other.fields.forEach((path, theirs) ->
                fields.computeIfAbsent(path, p -> theirs.empty()).add(path, theirs));
    }

    /** Joins so many collectors in one fixed way; the first of each two takes up the other. */
    public static JoinTree<StatisticsCollector> tree(int collectors) {
        return new JoinTree<>(collectors, (first, second) -> {
            first.add(second);
            return first;
        });
    }

    /** What was counted up to now, by path. */
    public Map<String, FieldStatistics> statistics() {
        Map<String, FieldStatistics> statistics = new LinkedHashMap<>();
        fields.forEach((path, field) -> statistics.put(path, field.statistics()));
        return statistics;
    }

    /**
     * All that was counted, for another process. Some 3 to 10 bytes for each cell of a {@link FieldCollector}.
     *
     * @return bytes for {@link #of(byte[], ValidFields)}
     */
    public byte[] state() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(STATE_VERSION);
            out.writeInt(fields.size());
            for (Map.Entry<String, FieldCollector> field : fields.entrySet()) {
                out.writeUTF(field.getKey());
                field.getValue().write(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * A collector that continues as the one whose state it is would have, to the bit.
     *
     * @throws IllegalArgumentException when it is no state
     */
    public static StatisticsCollector of(byte[] state, ValidFields valid) {
        StatisticsCollector collector = new StatisticsCollector(valid);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
            if (in.readByte() != STATE_VERSION) {
                throw new StreamCorruptedException("it is of another version");
            }
            for (int fields = in.readInt(); fields > 0; fields--) {
                String path = in.readUTF();
                collector.fields.put(
                        path, FieldCollector.read(in, in.available()).requireOfSteps());
            }
            if (in.available() > 0) {
                throw new StreamCorruptedException("it is too long");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    Sentence.of("the state of a collector cannot be read (%s)", Sentence.reasonOf(e)), e);
        }
        return collector;
    }
}
