package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Element type and row shape that an array had before our exporter gave it those of a format.
 *
 * @param dtype as recorded
 * @param shape of a row, as recorded; empty for scalars
 */
public record RecordedForm(DType dtype, List<Integer> shape) {
    /** Copies the list. */
    public RecordedForm {
        shape = List.copyOf(shape);
        if (shape.stream().anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException(shape + " is the shape of no row");
        }
    }

    /**
     * As an exporter writes them down; empty where nothing or nothing sensible is.
     *
     * @param dtype label of the type
     * @param shape for example {@code [1]}
     */
    public static Optional<RecordedForm> parse(String dtype, String shape) {
        try {
            String sizes = shape.replaceAll("[\\[\\] ]", "");
            List<Integer> axes = sizes.isEmpty()
                    ? List.of()
                    : List.of(sizes.split(",")).stream().map(Integer::valueOf).toList();
            return Optional.of(new RecordedForm(DType.of(dtype), axes));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The array with its recorded form; with its own where its values are no longer of that form.
     *
     * @param steps of the episode
     */
    public FieldSource of(FieldSource array, long steps, ImportNotes notes) throws IOException {
        FieldSpec spec = array.spec();
        long rows = spec.phase() == FieldPhase.STEP ? steps : 1;
        FieldSource recorded = array.withSpec(spec(spec));
        if (array.areNumbers() && recorded.spec().elements() == spec.elements() && isExact(array, rows)) {
            return recorded;
        }
        notes.add(Sentence.of(
                "'%s' is %s, because its values are not those that were recorded as %s",
                spec.path(), spec.typeText(), recorded.spec().typeText()));
        return array;
    }

    private FieldSpec spec(FieldSpec stored) {
        FieldSpec spec = new FieldSpec(
                stored.path(),
                dtype,
                shape,
                stored.unit(),
                stored.frame(),
                stored.phase(),
                FieldShapes.isImage(dtype, shape),
                true,
                true);
        return spec.withIfPossible(stored.signal());
    }

    private boolean isExact(FieldSource array, long rows) throws IOException {
        boolean[] isExact = {true};
        DType stored = array.storedType();
        RowBlocks.each(
                array.rows(),
                array.spec().rowBytes(),
                0,
                rows,
                (block, count) -> isExact[0] = isExact[0]
                        && ValueCast.isExact(Elements.of(block), stored, dtype, block.length / stored.bytes()));
        return isExact[0];
    }
}
