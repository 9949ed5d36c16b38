package io.github.roboreel.runner.replay;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.simulation.RecordedStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The rows of a recorded episode as states that an env can be set to. A field is read whole when it is asked for. */
final class RecordedStates {
    private final RecordedDemo demo;
    private final Map<String, double[]> columns = new HashMap<>();

    RecordedStates(RecordedDemo demo) {
        this.demo = demo;
    }

    /** The state after a step. */
    RecordedStep after(int step) {
        return field -> {
            double[] column = columns.computeIfAbsent(field.spec().path(), path -> read(field));
            int size = field.elements();
            return Arrays.copyOfRange(column, step * size, (step + 1) * size);
        };
    }

    private double[] read(Field field) {
        String path = field.spec().path();
        try {
            double[] column =
                    demo.reader().has(path) ? demo.reader().readDoubles(path, 0, demo.steps()) : new double[0];
            if (column.length != demo.steps() * field.elements()) {
                throw new IllegalArgumentException(Sentence.of(
                        "%s was not recorded with %d values per step, and is part of the state",
                        path, field.elements()));
            }
            return column;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
