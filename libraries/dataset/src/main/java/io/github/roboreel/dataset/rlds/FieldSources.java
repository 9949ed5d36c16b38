package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Collects the fields that the arrays of an episode become. For one thread. */
final class FieldSources {
    private final RecordReader records;
    private final int number;
    private final StepForms forms;
    private final List<FieldSource> sources = new ArrayList<>();

    /** Of the episode of that number. */
    FieldSources(RecordReader records, int number, StepForms forms) {
        this.records = records;
        this.number = number;
        this.forms = forms;
    }

    /** Adds a field that begins with that row of an array. */
    FieldSource add(String key, String path, FieldPhase phase, long firstRow) throws IOException {
        FoundArray found = records.array(number, key);
        FieldSource source = found.kind() == Kind.TEXTS
                ? FieldShapes.texts(
                        found, path, phase, firstRow, forms.textBytes().getOrDefault(key, 1))
                : FieldShapes.numbers(found, path, phase, firstRow);
        sources.add(source);
        return source;
    }

    /** Puts another field in the place of the one added last. */
    void replaceLast(FieldSource source) {
        sources.set(sources.size() - 1, source);
    }

    List<FieldSource> all() {
        return List.copyOf(sources);
    }
}
