package io.github.roboreel.runner.replay;

import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The values of one unit in a field: of a pose its metres, or its quaternion.
 *
 * @param unit of the drift
 * @param kind how it is measured
 * @param from first value in the last axis of a row
 * @param to value after the last one
 * @param width size of that axis
 */
record DriftPart(String unit, Kind kind, int from, int to, int width) {
    private static final String QUATERNION_UNIT = "quaternion";
    private static final String ANGLE_UNIT = "rad";

    /** How far two values are apart. */
    enum Kind {
        /** The largest difference of a value. */
        NUMBER,
        /** The same, the short way round. */
        ANGLE,
        /** The angle of the rotation from one to the other, rad. */
        QUATERNION,
        /** Flags and counts: whatever differs is beyond every tolerance. */
        EXACT
    }

    /**
     * The parts of a field, in order: as the units of its elements and the order of its quaternion say; else a unit of
     * several names gives each its share of the last axis.
     */
    static List<DriftPart> of(FieldSpec field) {
        List<Integer> shape = field.storedShape();
        int width = shape.isEmpty() ? 1 : shape.get(shape.size() - 1);
        boolean isFraction = field.dtype().isFloating();
        List<String> ofElements = unitsOfARow(field.signal().units(), width);
        boolean isPlain = isPlain(field.unit()) && ofElements.stream().allMatch(DriftPart::isPlain);
        if (field.image() || field.dtype().isText() || !isFraction && isPlain) {
            return List.of(new DriftPart(field.unit(), Kind.EXACT, 0, width, width));
        }
        List<DriftPart> parts = ofElements.isEmpty() ? ofUnit(field, width) : ofElements(ofElements, isFraction);
        boolean isCut =
                field.signal().quaternion().isEmpty() || parts.stream().anyMatch(part -> part.kind == Kind.QUATERNION);
        return isCut ? parts : withQuaternionAtTheEnd(parts, width);
    }

    /** Units along the last axis; none where two rows of it have others. */
    private static List<String> unitsOfARow(List<String> units, int width) {
        List<String> first = units.subList(0, Math.min(width, units.size()));
        boolean isAlike = units.equals(Collections.nCopies(units.size() / width, first).stream()
                .flatMap(List::stream)
                .toList());
        return isAlike ? first : List.of();
    }

    private static boolean isPlain(String unit) {
        return unit.isEmpty() || unit.equals("1");
    }

    /** Neighbours of one unit are one part. */
    private static List<DriftPart> ofElements(List<String> units, boolean isFraction) {
        List<DriftPart> parts = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= units.size(); to++) {
            if (to == units.size() || !units.get(to).equals(units.get(from))) {
                DriftPart part = plain(units.get(from), from, to, units.size());
                boolean isExact = !isFraction && isPlain(part.unit);
                parts.add(isExact ? new DriftPart(part.unit, Kind.EXACT, from, to, part.width) : part);
                from = to;
            }
        }
        return parts;
    }

    private static List<DriftPart> withQuaternionAtTheEnd(List<DriftPart> parts, int width) {
        int start = width - PoseOrder.QUATERNION_VALUES;
        List<DriftPart> cut = new ArrayList<>();
        for (DriftPart part : parts) {
            if (part.from < start) {
                cut.add(new DriftPart(part.unit, part.kind, part.from, Math.min(part.to, start), width));
            }
        }
        cut.add(new DriftPart(ANGLE_UNIT, Kind.QUATERNION, start, width, width));
        return cut;
    }

    private static List<DriftPart> ofUnit(FieldSpec field, int width) {
        List<String> units = Arrays.asList(field.unit().split(",\\s*"));
        long quaternions = units.stream().filter(DriftPart::isQuaternion).count();
        long others = units.size() - quaternions;
        long rest = width - quaternions * PoseOrder.QUATERNION_VALUES;
        boolean hasShares = rest >= 0 && (others == 0 ? rest == 0 : rest % others == 0);
        return hasShares
                ? shares(units, others == 0 ? 0 : (int) (rest / others), width)
                : List.of(new DriftPart(field.unit(), Kind.NUMBER, 0, width, width));
    }

    private static List<DriftPart> shares(List<String> units, int share, int width) {
        List<DriftPart> parts = new ArrayList<>();
        int from = 0;
        for (String unit : units) {
            int to = from + (isQuaternion(unit) ? PoseOrder.QUATERNION_VALUES : share);
            parts.add(
                    isQuaternion(unit)
                            ? new DriftPart(ANGLE_UNIT, Kind.QUATERNION, from, to, width)
                            : plain(unit, from, to, width));
            from = to;
        }
        return parts;
    }

    private static DriftPart plain(String unit, int from, int to, int width) {
        return new DriftPart(unit, unit.equals(ANGLE_UNIT) ? Kind.ANGLE : Kind.NUMBER, from, to, width);
    }

    private static boolean isQuaternion(String unit) {
        return unit.startsWith(QUATERNION_UNIT);
    }

    /** The drift of a row; infinite where one of two values is no number. */
    double between(double[] recorded, double[] replayed) {
        double most = 0;
        for (int base = 0; base < recorded.length; base += width) {
            most = Math.max(
                    most,
                    kind == Kind.QUATERNION
                            ? rotation(recorded, replayed, base + from)
                            : difference(recorded, replayed, base));
        }
        return Double.isNaN(most) ? Double.POSITIVE_INFINITY : most;
    }

    private double difference(double[] recorded, double[] replayed, int base) {
        double most = 0;
        for (int i = base + from; i < base + to; i++) {
            if (Double.compare(recorded[i], replayed[i]) != 0) {
                double difference = recorded[i] - replayed[i];
                most = Math.max(
                        most, Math.abs(kind == Kind.ANGLE ? Math.IEEEremainder(difference, 2 * Math.PI) : difference));
            }
        }
        return most;
    }

    /** By the arc tangent, which tells small angles apart; q and -q are the same rotation. */
    private static double rotation(double[] recorded, double[] replayed, int from) {
        double plus = 0;
        double minus = 0;
        for (int i = from; i < from + PoseOrder.QUATERNION_VALUES; i++) {
            plus += (recorded[i] + replayed[i]) * (recorded[i] + replayed[i]);
            minus += (recorded[i] - replayed[i]) * (recorded[i] - replayed[i]);
        }
        return 4 * Math.atan2(Math.sqrt(Math.min(plus, minus)), Math.sqrt(Math.max(plus, minus)));
    }
}
