package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Turns found arrays into fields of ours, values and shapes unchanged. */
public final class FieldShapes {
    private static final Set<String> BUILT_IN_FILTERS =
            Set.of("deflate", "shuffle", "fletcher32", "szip", "nbit", "scaleoffset");

    private static final int IMAGE_AXES = 3;
    private static final String POSE_UNIT = "m, quaternion wxyz";

    private FieldShapes() {}

    /**
     * The field that an array of numbers becomes.
     *
     * @throws ExportRefusedException when a field cannot hold it
     */
    public static FieldSource numbers(FoundArray found, String fieldPath, FieldPhase phase, long firstRow) {
        if (found.kind() != Kind.ARRAY || found.info().isEmpty()) {
            throw refused(found, why(found));
        }
        DatasetInfo info = found.info().get();
        requireFilters(found, info);
        List<Integer> shape = info.rowShape().stream().map(Math::toIntExact).toList();
        FieldSpec spec = spec(found, fieldPath, phase, info.dtype(), shape, info);
        return new FieldSource(found.path(), spec, info.dtype(), true, from(found.rows(), firstRow));
    }

    private static ForeignRows from(ForeignRows rows, long firstRow) {
        return firstRow == 0 ? rows : (from, to) -> rows.numbers(firstRow + from, firstRow + to);
    }

    /** Reads a row of what passed a filter that not every HDF5 library has, before anything is recorded. */
    private static void requireFilters(FoundArray found, DatasetInfo info) {
        if (info.rows() > 0 && !BUILT_IN_FILTERS.containsAll(info.filters())) {
            try {
                found.rows().numbers(0, 1);
            } catch (IOException e) {
                throw new ExportRefusedException(e.getMessage());
            }
        }
    }

    /** As {@link #numbers}, of poses whose quaternions are stored x, y, z, w. */
    public static FieldSource xyzwPoses(FoundArray found, String fieldPath, FieldPhase phase, long firstRow) {
        FieldSource poses = numbers(found, fieldPath, phase, firstRow);
        FieldSpec spec = poses.spec().unit().isEmpty() ? poses.spec().withUnit(POSE_UNIT) : poses.spec();
        DType dtype = poses.storedType();
        return new FieldSource(poses.path(), spec, dtype, true, (from, to) -> {
            byte[] rows = poses.rows().numbers(from, to);
            PoseOrder.toWxyz(rows, rows.length, dtype.bytes());
            return rows;
        });
    }

    /** Whether an array has one text a row. */
    public static boolean isTexts(FoundArray found) {
        return found.kind() == Kind.TEXTS
                && found.info()
                        .filter(i -> i.rowShape().size() == (i.dtype().isText() ? 1 : 0))
                        .isPresent();
    }

    /**
     * The field that an array of texts becomes.
     *
     * @param bytes that the longest text of the dataset takes
     */
    public static FieldSource texts(FoundArray found, String fieldPath, FieldPhase phase, long firstRow, int bytes) {
        FieldSpec spec = spec(
                found,
                fieldPath,
                phase,
                DType.TEXT,
                List.of(bytes),
                found.info().orElseThrow());
        return FieldSource.ofTexts(found.path(), spec, firstRow, found.rows()::texts);
    }

    /** Bytes that a text of an array may take: those of its type, or more where the longest takes them. */
    public static int textBytes(FoundArray found) throws IOException {
        DatasetInfo info = found.info().orElseThrow();
        return found.rows().texts().stream()
                .mapToInt(text -> FormatJson.utf8(text).length)
                .reduce(info.dtype().isText() ? Math.toIntExact(info.rowElements()) : 1, Math::max);
    }

    /** The field that an array of picture files becomes. */
    public static FieldSource pictures(
            FoundArray found, String fieldPath, FieldPhase phase, long firstRow, List<Integer> shape) {
        DatasetInfo info = found.info().orElseThrow();
        FieldSpec spec = spec(found, fieldPath, phase, DType.UINT8, shape, info);
        return new FieldSource(
                found.path(),
                spec,
                DType.UINT8,
                false,
                (from, to) -> pixels(found, spec, firstRow + from, firstRow + to));
    }

    private static byte[] pixels(FoundArray found, FieldSpec spec, long from, long to) throws IOException {
        ByteArrayOutputStream pixels = new ByteArrayOutputStream(Math.toIntExact((to - from) * spec.rowBytes()));
        for (byte[] picture : files(found, from, to)) {
            try {
                pixels.write(Pictures.pixels(picture, spec.shape()));
            } catch (IOException e) {
                throw new IOException("'" + found.path() + "': " + e.getMessage(), e);
            }
        }
        return pixels.toByteArray();
    }

    /** Files of their own lengths, or of one length. */
    private static List<byte[]> files(FoundArray found, long from, long to) throws IOException {
        if (found.kind() == Kind.BLOBS) {
            return found.rows().blobs(from, to);
        }
        byte[] all = found.rows().numbers(from, to);
        int length = all.length / (int) (to - from);
        return IntStream.range(0, (int) (to - from))
                .mapToObj(row -> Arrays.copyOfRange(all, row * length, (row + 1) * length))
                .toList();
    }

    private static FieldSpec spec(
            FoundArray found, String fieldPath, FieldPhase phase, DType dtype, List<Integer> shape, DatasetInfo info) {
        try {
            return new FieldSpec(
                            fieldPath,
                            dtype,
                            shape,
                            info.unit(),
                            info.frame(),
                            phase,
                            isImage(dtype, shape),
                            true,
                            true)
                    .withIfPossible(info.signal());
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException("'" + found.path() + "' cannot be a field: " + e.getMessage());
        }
    }

    static boolean isImage(DType dtype, List<Integer> shape) {
        return dtype == DType.UINT8 && shape.size() == IMAGE_AXES;
    }

    /** Why an array cannot be numbers of a field. */
    public static String why(FoundArray found) {
        return switch (found.kind()) {
            case TEXTS -> "holds more than one text a row, and a step holds numbers or one text";
            case BLOBS -> "holds byte strings, and a step holds numbers only";
            default -> "is of a type that a step cannot hold (" + found.fault() + ")";
        };
    }

    public static ExportRefusedException refused(FoundArray found, String why) {
        return new ExportRefusedException(
                "'%s' %s; convert it to a float of up to 64 bits, an integer, bool or one text a row, or "
                        + "delete it from the dataset",
                found.path(), why);
    }
}
