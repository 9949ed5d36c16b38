package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What becomes of the infos of a Minari episode: those that our exporter wrote go back to where they were recorded; of
 * T + 1 rows of others the first is of the reset.
 */
final class MinariInfos {
    private final long steps;
    private final MinariAttributes attributes;
    private final boolean isOurs;
    private final Set<String> observed;
    private final ImportNotes notes;
    private final List<FieldSource> arrays = new ArrayList<>();

    /**
     * For an episode.
     *
     * @param isOurs whether our exporter put them there under the paths that they were recorded by
     * @param observed paths of the fields that its other arrays are
     */
    MinariInfos(long steps, MinariAttributes attributes, boolean isOurs, Set<String> observed, ImportNotes notes) {
        this.steps = steps;
        this.attributes = attributes;
        this.isOurs = isOurs;
        this.observed = Set.copyOf(observed);
        this.notes = notes;
    }

    /** Makes the field of rows from one on. */
    @FunctionalInterface
    interface Values {
        FieldSource of(FoundArray found, String path, FieldPhase phase, long firstRow) throws IOException;
    }

    /**
     * The fields.
     *
     * @param beside what our exporter put beside the infos
     * @param names paths below the infos that fields can have
     */
    List<FieldSource> of(
            List<FoundArray> infos, List<FoundArray> beside, Function<FoundArray, String> names, Values values)
            throws IOException {
        for (FoundArray found : infos) {
            if (isReadable(found, MinariArray.INFOS)) {
                addInfo(found, names.apply(found), values);
            }
        }
        for (FoundArray found : beside) {
            if (isReadable(found, MinariArray.OTHERS)) {
                addOurs(found, values);
            }
        }
        return arrays;
    }

    private void addInfo(FoundArray found, String name, Values values) throws IOException {
        if (isOurs && attributes.hasInfosWithReset()) {
            addWithReset(found, values);
        } else if (isOurs) {
            addOurs(found, values);
        } else {
            addForeign(found, name, values);
        }
    }

    private boolean isReadable(FoundArray found, String group) {
        boolean isNumbers = found.kind() == Kind.ARRAY && found.info().isPresent();
        if (!isNumbers && !FieldShapes.isTexts(found)) {
            notes.add("'" + group + "/" + found.name() + "' is left out: it " + FieldShapes.why(found));
            return false;
        }
        return true;
    }

    private void addWithReset(FoundArray found, Values values) throws IOException {
        if (found.count() != steps + 1) {
            noteRows(found);
            return;
        }
        int first = DemoPaths.isIn(DemoPaths.OBS, found.name()) ? 0 : 1;
        arrays.add(values.of(found, found.name(), FieldPhase.STEP, first));
        if (attributes.isLastStepDropped()) {
            notes.add("'" + found.name() + "' has no row of the step whose action was left out");
        }
    }

    private void addOurs(FoundArray found, Values values) throws IOException {
        String path = found.name();
        if (observed.contains(path)) {
            noteLastRow(found);
        } else if (path.startsWith("initial_")) {
            addLastRow(found, FieldPhase.INITIAL, values);
        } else if (DemoPaths.isIn(DemoPaths.FINAL_OBS, path)) {
            addLastRow(found, FieldPhase.FINAL, values);
        } else if (found.count() == steps || isDroppedLast(found)) {
            if (found.count() != steps) {
                notes.add("the last row of '" + path + "' is left out, its action was, too");
            }
            arrays.add(values.of(found, path, FieldPhase.STEP, 0));
        } else {
            noteRows(found);
        }
    }

    /** Whether it still has the row of the action that our exporter left out. */
    private boolean isDroppedLast(FoundArray found) {
        return attributes.isLastStepDropped() && found.count() == steps + 1;
    }

    private void addLastRow(FoundArray found, FieldPhase phase, Values values) throws IOException {
        if (found.count() == 0) {
            notes.add("'" + found.name() + "' has no row in some episodes and is left out there");
            return;
        }
        if (found.count() > 1) {
            noteLastRow(found);
        }
        arrays.add(values.of(found, found.name(), phase, found.count() - 1));
    }

    /** Of several reset rows that differ the last is an observation, too. */
    private void noteLastRow(FoundArray found) {
        notes.add("of the rows of '" + found.name() + "' the last is kept, the one that counts");
    }

    private void addForeign(FoundArray found, String name, Values values) throws IOException {
        String path = "infos/" + name;
        if (found.count() == steps) {
            arrays.add(values.of(found, path, FieldPhase.STEP, 0));
        } else if (found.count() == steps + 1) {
            arrays.add(values.of(found, DemoPaths.in(DemoPaths.INITIAL_STATE, path), FieldPhase.INITIAL, 0));
            arrays.add(values.of(found, path, FieldPhase.STEP, 1));
        } else {
            noteRows(found);
        }
    }

    private void noteRows(FoundArray found) {
        notes.add(Sentence.of(
                "'infos/%s' is left out where its rows are not as many as the steps%s",
                found.name(), (isOurs ? "" : " or one more")));
    }
}
