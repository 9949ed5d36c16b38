package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values between a reader and its worker: what run files hold, tagged. A worker whose memory is in ruins may write
 * anything, so nothing is allocated before its bytes are there.
 */
final class ReaderWire {
    private static final int BOOLEAN = 1;
    private static final int LONG = 2;
    private static final int DOUBLE = 3;
    private static final int TEXT = 4;
    private static final int LIST = 5;
    private static final int MAP = 6;
    private static final int DOUBLES = 7;
    private static final int BYTES = 8;
    private static final int INFO = 9;
    private static final int DEEPEST = 8;
    private static final int PIECE = 1 << 16;

    private ReaderWire() {}

    static void write(Object value, DataOutputStream out) throws IOException {
        if (value instanceof Boolean bool) {
            out.writeByte(BOOLEAN);
            out.writeBoolean(bool);
        } else if (value instanceof Long number) {
            out.writeByte(LONG);
            out.writeLong(number);
        } else if (value instanceof Double number) {
            out.writeByte(DOUBLE);
            out.writeDouble(number);
        } else if (value instanceof String text) {
            out.writeByte(TEXT);
            writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
        } else if (value instanceof byte[] bytes) {
            out.writeByte(BYTES);
            writeBytes(bytes, out);
        } else if (value instanceof double[] doubles) {
            out.writeByte(DOUBLES);
            writeDoubles(doubles, out);
        } else {
            writeParts(value, out);
        }
    }

    private static void writeParts(Object value, DataOutputStream out) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeByte(MAP);
            out.writeInt(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                write(entry.getKey(), out);
                write(entry.getValue(), out);
            }
        } else if (value instanceof List<?> list) {
            out.writeByte(LIST);
            out.writeInt(list.size());
            for (Object one : list) {
                write(one, out);
            }
        } else if (value instanceof DatasetInfo info) {
            out.writeByte(INFO);
            write(parts(info), out);
        } else {
            throw new IOException("a value that cannot be sent: " + value);
        }
    }

    private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static void writeDoubles(double[] values, DataOutputStream out) throws IOException {
        out.writeInt(values.length);
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        for (int done = 0; done < values.length; ) {
            int count = Math.min(PIECE / Double.BYTES, values.length - done);
            piece.asDoubleBuffer().put(values, done, count);
            out.write(piece.array(), 0, count * Double.BYTES);
            done += count;
        }
    }

    /**
     * Reads a value.
     *
     * @throws EOFException when the other side has ended
     * @throws StreamCorruptedException when it wrote something else
     */
    static Object read(DataInputStream in) throws IOException {
        return read(in, 0);
    }

    private static Object read(DataInputStream in, int depth) throws IOException {
        int tag = in.readByte();
        return switch (tag) {
            case BOOLEAN -> in.readBoolean();
            case LONG -> in.readLong();
            case DOUBLE -> in.readDouble();
            case TEXT -> new String(readBytes(in), StandardCharsets.UTF_8);
            case BYTES -> readBytes(in);
            case DOUBLES -> readDoubles(in);
            case LIST -> readList(in, depth + 1);
            case MAP -> readMap(in, depth + 1);
            case INFO -> info(readPart(in, depth + 1));
            default -> throw new StreamCorruptedException("no value starts with " + tag);
        };
    }

    private static Object readPart(DataInputStream in, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new StreamCorruptedException("values within values");
        }
        return read(in, depth);
    }

    private static List<Object> readList(DataInputStream in, int depth) throws IOException {
        List<Object> list = new ArrayList<>();
        for (int left = length(in); left > 0; left--) {
            list.add(readPart(in, depth));
        }
        return list;
    }

    private static Map<String, Object> readMap(DataInputStream in, int depth) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int left = length(in); left > 0; left--) {
            Object key = readPart(in, depth);
            map.put(String.valueOf(key), readPart(in, depth));
        }
        return map;
    }

    private static int length(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new StreamCorruptedException("a length of " + length);
        }
        return length;
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        int length = length(in);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    private static double[] readDoubles(DataInputStream in) throws IOException {
        int count = length(in);
        if (count > Integer.MAX_VALUE / Double.BYTES) {
            throw new StreamCorruptedException(count + " numbers at once");
        }
        byte[] bytes = in.readNBytes(count * Double.BYTES);
        if (bytes.length < count * Double.BYTES) {
            throw new EOFException();
        }
        double[] values = new double[count];
        ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
        return values;
    }

    private static List<Object> parts(DatasetInfo info) {
        return List.of(
                (long) info.dtype().ordinal(),
                info.rows(),
                info.rowShape(),
                info.chunkShape(),
                info.filters(),
                info.storedBytes(),
                info.unit(),
                info.frame());
    }

    private static DatasetInfo info(Object sent) throws IOException {
        try {
            List<?> parts = (List<?>) sent;
            return new DatasetInfo(
                    DType.values()[((Long) parts.get(0)).intValue()],
                    (Long) parts.get(1),
                    all(Long.class, parts.get(2)),
                    all(Long.class, parts.get(3)),
                    all(String.class, parts.get(4)),
                    (Long) parts.get(5),
                    (String) parts.get(6),
                    (String) parts.get(7));
        } catch (ClassCastException | IndexOutOfBoundsException e) {
            throw new StreamCorruptedException("no dataset: " + e.getMessage());
        }
    }

    /** An answer that is a map by name. */
    static Map<String, Object> map(Object answer) {
        Map<String, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) answer).forEach((name, value) -> map.put((String) name, value));
        return map;
    }

    /** An answer that is a list of texts. */
    static List<String> texts(Object answer) {
        return all(String.class, answer);
    }

    private static <T> List<T> all(Class<T> type, Object list) {
        return ((List<?>) list).stream().<T>map(type::cast).toList();
    }
}
