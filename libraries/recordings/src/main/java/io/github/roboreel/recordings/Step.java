package io.github.roboreel.recordings;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values of one step by path, for example {@code obs/gripper_pos}: what an episode is read as, and what transformations
 * make of it. Immutable; any thread may use it.
 *
 * @param index of the step in its episode, from 0
 * @param values by path, in order; shapes are those of one row
 */
public record Step(long index, Map<String, NdArray> values) {
    /** Copies the map, keeping its order. */
    public Step {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * The value at a path.
     *
     * @throws IllegalArgumentException naming near paths when there is none
     */
    public NdArray get(String path) {
        NdArray value = values.get(path);
        if (value == null) {
            throw new IllegalArgumentException(
                    Sentence.of("a step has no '%s'; %s", path, KnownNames.hint(path, values.keySet())));
        }
        return value;
    }

    /** Whether there is a value at a path. */
    public boolean has(String path) {
        return values.containsKey(path);
    }

    /** The same step with one value more, or another one. */
    public Step with(String path, NdArray value) {
        Map<String, NdArray> changed = new LinkedHashMap<>(values);
        changed.put(path, value);
        return new Step(index, changed);
    }

    /** The same step without a value. */
    public Step without(String path) {
        Map<String, NdArray> changed = new LinkedHashMap<>(values);
        changed.remove(path);
        return new Step(index, changed);
    }

    /** The same step in memory of its own: rows of a {@link StepBlock} keep all of the block. */
    public Step copy() {
        int bytes = 0;
        for (NdArray value : values.values()) {
            bytes = Math.addExact(bytes, value.sizeInBytes());
        }
        ByteBuffer memory = ByteBuffer.allocate(bytes);
        Map<String, NdArray> copies = new LinkedHashMap<>();
        int at = 0;
        for (Map.Entry<String, NdArray> value : values.entrySet()) {
            NdArray array = value.getValue();
            array.copyTo(memory, at);
            copies.put(
                    value.getKey(), NdArray.wrap(array.dtype(), memory.slice(at, array.sizeInBytes()), array.shape()));
            at += array.sizeInBytes();
        }
        return new Step(index, copies);
    }
}
