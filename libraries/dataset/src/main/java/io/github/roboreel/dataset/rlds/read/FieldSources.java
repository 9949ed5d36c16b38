package io.github.roboreel.dataset.rlds.read;

import io.github.roboreel.dataset.read.FieldShapes;
import io.github.roboreel.dataset.read.FieldSource;
import io.github.roboreel.dataset.read.FoundArray;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the fields that the arrays of an episode become. For one thread. */
final class FieldSources {
    private final int number;
    private final RldsRecord episode;
    private final StepForms forms;
    private final List<FieldSource> sources = new ArrayList<>();

    /** Of the episode of that number. */
    FieldSources(int number, RldsRecord episode, StepForms forms) {
        this.number = number;
        this.episode = episode;
        this.forms = forms;
    }

    /** Adds a field that begins with that row of an array. */
    FieldSource add(String key, String path, FieldPhase phase, long firstRow) {
        Rows rows = episode.arrays().get(key);
        FoundArray found = new FoundArray(
                RecordReader.path(number, key),
                key,
                rows.isTexts() ? Kind.TEXTS : Kind.ARRAY,
                Optional.of(rows.info()),
                "");
        FieldSource source = rows.isTexts()
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

    /** All of them. */
    List<FieldSource> all() {
        return List.copyOf(sources);
    }
}
