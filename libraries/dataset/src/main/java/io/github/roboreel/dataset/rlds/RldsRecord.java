package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.rlds.LeafFeature.Form;
import io.github.roboreel.dataset.rlds.ValueList.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One episode as its record holds it: an array for each feature. For one thread. */
final class RldsRecord {
    private static final String MISSING = "is not in the record";
    private static final String VARYING = "has rows of different lengths, which no field can hold";

    private final String where;
    private final Map<String, ValueList> lists;
    private final Memory memory;
    private final Map<String, Rows> arrays = new LinkedHashMap<>();
    private final Map<String, String> leftOut = new LinkedHashMap<>();

    /** Whether the lists of its steps are there and hold nothing: an episode of 0 steps. */
    private final boolean isWithoutSteps;

    private long steps = -1;
    private String stepsFrom = "";

    /**
     * Finds the arrays, decoding none.
     *
     * @param where it is, for messages
     * @throws ExportRefusedException when the record is not what the features say
     */
    RldsRecord(String where, List<LeafFeature> features, byte[] payload, Memory memory) throws IOException {
        this.where = where;
        this.memory = memory;
        try {
            lists = Example.lists(payload);
            isWithoutSteps = isWithoutSteps(features);
        } catch (IOException e) {
            throw new ExportRefusedException(where + " is no Example: " + e.getMessage() + "; repair the dataset");
        }
        for (LeafFeature feature : features) {
            find(feature);
        }
        if (steps < 0) {
            throw new ExportRefusedException(where + " has no array of its steps; repair the dataset");
        }
    }

    private boolean isWithoutSteps(List<LeafFeature> features) throws IOException {
        boolean isFound = false;
        for (LeafFeature feature : features) {
            ValueList list = feature.isStep() ? lists.get(feature.key()) : null;
            if (list != null && list.count() > 0) {
                return false;
            }
            isFound |= list != null;
        }
        return isFound;
    }

    /** Where it is, for messages. */
    String where() {
        return where;
    }

    /** Number of its steps. */
    long steps() {
        return steps;
    }

    /** The arrays by the keys of their features, in the order of those. */
    Map<String, Rows> arrays() {
        return arrays;
    }

    /** Why a feature is no array here, by its key. */
    Map<String, String> leftOut() {
        return leftOut;
    }

    private void find(LeafFeature feature) {
        try {
            String reason = feature.reason().isEmpty() ? reason(feature) : feature.reason();
            if (reason.isEmpty()) {
                add(feature);
            } else {
                leftOut.put(feature.key(), reason);
            }
        } catch (IOException | ArithmeticException e) {
            throw new ExportRefusedException(Sentence.of(
                    "%s: '%s' is not what %s declares: %s; repair the dataset",
                    where, feature.key(), RldsFolder.FEATURES, e.getMessage()));
        }
    }

    /** Why a feature of a kind that is read cannot be an array; empty where it can. */
    private String reason(LeafFeature feature) throws IOException {
        boolean isTexts = feature.form() == Form.TEXT;
        List<Long> sizes = axes(feature);
        if (feature.isStep() ? sizes.contains(-1L) && isVarying(feature) : sizes.lastIndexOf(-1L) > 0) {
            return VARYING;
        }
        if (sizes.contains(0L)) {
            return "has rows that hold nothing";
        }
        if (isTexts && feature.isStep() && !sizes.isEmpty()) {
            return "holds more than one text a row, and a step holds numbers or one text";
        }
        if (feature.form() == Form.PICTURE && !feature.lengths().isEmpty()) {
            return "holds more than one picture a row";
        }
        if (isWithoutSteps && feature.isStep()) {
            boolean isUnknown = feature.form() == Form.PICTURE
                    && (feature.shape().isEmpty() || feature.shape().contains(-1L));
            return isUnknown || sizes.contains(-1L) ? MISSING : "";
        }
        ValueList list = list(feature);
        if (list == null || list.count() == 0 && !isSequence(feature)) {
            return MISSING;
        }
        return feature.isStep() && sizes.contains(-1L) && !isOfOneSize(feature, list) ? VARYING : "";
    }

    /** Whether all byte strings are as long as the first. */
    private boolean isOfOneSize(LeafFeature feature, ValueList list) throws IOException {
        boolean isZipped = feature.form() == Form.ZLIB;
        int first = PackedRows.bytes(list, 0, isZipped, memory).length;
        for (int item = 1; item < list.count(); item++) {
            if (PackedRows.bytes(list, item, isZipped, first, memory).length != first) {
                return false;
            }
        }
        return first > 0;
    }

    private static boolean isSequence(LeafFeature feature) {
        return !feature.isStep() && !feature.lengths().isEmpty();
    }

    /** A picture carries its sizes itself, and so does one byte string with one unknown size. */
    private static boolean isVarying(LeafFeature feature) {
        long unknown = feature.shape().stream().filter(size -> size < 0).count();
        return switch (feature.form()) {
            case PICTURE -> feature.isRagged();
            case BYTES, ZLIB ->
                feature.isRagged() || unknown > 1 || !feature.lengths().isEmpty();
            default -> true;
        };
    }

    private static List<Long> axes(LeafFeature feature) {
        List<Long> axes = new ArrayList<>(feature.lengths());
        if (feature.form() != Form.PICTURE) {
            axes.addAll(feature.shape());
        }
        return axes;
    }

    /** Sequences in sequences have their values under a key of their own. */
    private ValueList list(LeafFeature feature) throws IOException {
        ValueList flat = feature.sequences() > 1 ? lists.get(feature.key() + "/ragged_flat_values") : null;
        ValueList list = flat == null ? lists.get(feature.key()) : flat;
        if (list == null || list.kind() == Kind.NOTHING) {
            return isWithoutSteps && feature.isStep() ? ValueList.of(new byte[0], 0, 0) : null;
        }
        if (flat != null) {
            requireEqualLengths(feature);
        }
        Kind expected = feature.form() != Form.NUMBERS
                ? Kind.BYTES
                : feature.type().dtype().isFloating() ? Kind.FLOAT : Kind.INT64;
        if (list.kind() != expected) {
            throw new IOException("a list of kind " + list.kind() + ", expected " + expected);
        }
        return list;
    }

    private void requireEqualLengths(LeafFeature feature) throws IOException {
        int first = feature.isStep() ? 0 : 1;
        for (int level = first; level < feature.lengths().size(); level++) {
            ValueList lengths = lists.get(feature.key() + "/ragged_row_lengths_" + (level - first));
            long expected = feature.lengths().get(level);
            boolean[] isOther = new boolean[1];
            if (lengths != null && lengths.kind() == Kind.INT64) {
                lengths.longs(length -> isOther[0] |= length != expected);
            }
            if (isOther[0]) {
                throw new IOException("it has rows of other lengths than " + expected);
            }
        }
    }

    private void add(LeafFeature feature) throws IOException {
        ValueList list = list(feature);
        List<Long> shape = rowShape(feature, list);
        int items = feature.form() == Form.NUMBERS ? 0 : itemsPerRow(feature);
        long perRow = feature.form() == Form.NUMBERS ? product(shape) : items;
        long rows = isWhole(feature) ? wholeRows(feature, list, shape) : rows(list, perRow);
        if (feature.isStep()) {
            requireSteps(feature, rows);
        } else if (!hasLeadingAxis(feature) && rows != 1) {
            throw new IOException("it has " + list.count() + " values, expected " + perRow);
        }
        arrays.put(feature.key(), of(feature, list, shape, items, rows));
    }

    private Rows of(LeafFeature feature, ValueList list, List<Long> shape, int items, long rows) throws IOException {
        return switch (feature.form()) {
            case TEXT -> new TextRows(list, rows, memory);
            case PICTURE -> PictureRows.of(list, feature, memory);
            case BYTES, ZLIB ->
                isWhole(feature)
                        ? new WholeRows(list, feature.type(), feature.form() == Form.ZLIB, shape, rows, memory)
                        : new PackedRows(list, feature.type(), feature.form() == Form.ZLIB, shape, items, rows, memory);
            default -> new NumberRows(list, feature.type(), shape, rows, memory);
        };
    }

    private static long rows(ValueList list, long perRow) throws IOException {
        if (list.count() % perRow != 0) {
            throw new IOException("it has " + list.count() + " values, no multiple of the " + perRow + " of a row");
        }
        return list.count() / perRow;
    }

    private void requireSteps(LeafFeature feature, long rows) throws IOException {
        if (steps >= 0 && rows != steps) {
            throw new IOException("it has " + rows + " rows, but '" + stepsFrom + "' has " + steps);
        }
        steps = rows;
        stepsFrom = feature.key();
    }

    /** Whether it is an array of the episode with any number of rows. */
    private static boolean hasLeadingAxis(LeafFeature feature) {
        return isSequence(feature)
                || !feature.isStep()
                        && !feature.shape().isEmpty()
                        && feature.shape().get(0) < 0;
    }

    /** Whether all rows are one byte string. */
    private static boolean isWhole(LeafFeature feature) {
        boolean isBytes = feature.form() == Form.BYTES || feature.form() == Form.ZLIB;
        return isBytes && !isSequence(feature) && hasLeadingAxis(feature);
    }

    private long wholeRows(LeafFeature feature, ValueList list, List<Long> shape) throws IOException {
        long rowBytes = Math.multiplyExact(product(shape), (long) feature.type().bytes());
        int bytes = PackedRows.bytes(list, 0, feature.form() == Form.ZLIB, memory).length;
        if (list.count() != 1 || bytes % rowBytes != 0) {
            throw new IOException("it has " + bytes + " bytes, no multiple of the " + rowBytes + " of a row");
        }
        return bytes / rowBytes;
    }

    private static int itemsPerRow(LeafFeature feature) {
        List<Long> lengths = feature.lengths();
        return Math.toIntExact(product(isSequence(feature) ? lengths.subList(1, lengths.size()) : lengths));
    }

    private List<Long> rowShape(LeafFeature feature, ValueList list) throws IOException {
        List<Long> axes = axes(feature);
        List<Long> shape = hasLeadingAxis(feature) ? axes.subList(1, axes.size()) : axes;
        int unknown = shape.indexOf(-1L);
        if (unknown < 0) {
            return List.copyOf(shape);
        }
        List<Long> inferred = new ArrayList<>(shape);
        inferred.set(unknown, 1L);
        long rest = Math.multiplyExact(product(inferred), (long) feature.type().bytes());
        int bytes = PackedRows.bytes(list, 0, feature.form() == Form.ZLIB, memory).length;
        inferred.set(unknown, bytes / rest);
        return List.copyOf(inferred);
    }

    private static long product(List<Long> sizes) {
        return sizes.stream().reduce(1L, Math::multiplyExact);
    }
}
