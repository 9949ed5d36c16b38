package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One sequence of steps after another, with the same paths in both. Holds one step, and zeros. */
final class Concatenation {
    private Concatenation() {}

    static Cursor<Step> of(Steps first, Steps second) throws IOException {
        Step ofFirst = zeros(first);
        Step ofSecond = zeros(second);
        List<IoSupplier<Cursor<Step>>> both = List.of(
                first.map(step -> filled(step, ofSecond))::open, second.map(step -> filled(step, ofFirst))::open);
        return Cursors.oneAfterAnother(Cursors.of(both.iterator()));
    }

    /** Zeros like the first step; a step without values when there is none. */
    private static Step zeros(Steps steps) throws IOException {
        try (Cursor<Step> cursor = steps.open()) {
            Step first = cursor.next();
            return first == null ? new Step(0, Map.of()) : Samples.zerosLike(first, 0);
        }
    }

    private static Step filled(Step step, Step zeros) {
        if (step.values().keySet().containsAll(zeros.values().keySet())) {
            return step;
        }
        Map<String, NdArray> values = new LinkedHashMap<>(step.values());
        zeros.values().forEach(values::putIfAbsent);
        return new Step(step.index(), values);
    }

    static Cursor<Step> ifTerminal(Cursor<Step> from, Function<Step, Steps> extra) {
        return new Cursor<>() {
            private Step last;
            private Cursor<Step> added;

            @Override
            public Step next() throws IOException {
                if (added != null) {
                    return added.next();
                }
                Step next = from.next();
                if (next != null) {
                    last = next;
                    return next;
                }
                boolean isTerminal = last != null && last.get(Steps.IS_TERMINAL).getBoolean(0);
                added = isTerminal ? extra(extra.apply(last), last) : () -> null;
                return added.next();
            }

            @Override
            public void close() throws IOException {
                try (from) {
                    if (added != null) {
                        added.close();
                    }
                }
            }
        };
    }

    private static Cursor<Step> extra(Steps extra, Step last) throws IOException {
        Step zeros = Samples.zerosLike(last, 0);
        return Cursors.map(extra.open(), step -> {
            for (String path : step.values().keySet()) {
                if (!last.has(path)) {
                    throw new IllegalArgumentException(Sentence.of(
                            "the steps to add have '%s', which the others lack; give it to all first; %s",
                            path, KnownNames.hint(path, last.values().keySet())));
                }
            }
            return filled(step, zeros);
        });
    }
}
