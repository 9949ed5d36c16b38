package io.github.roboreel.dataset.lerobot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A structure of Thrift's compact protocol, in which Parquet writes its tables of contents: values by the numbers of
 * their fields. Fields that are not asked for are kept as they are.
 *
 * @param fields by number; a value is a Boolean, Long, Double (as its bits), byte[], {@link Sequence} or structure
 */
record ThriftStruct(TreeMap<Integer, Field> fields) {
    /**
     * A field.
     *
     * @param type number of the protocol
     */
    record Field(int type, Object value) {}

    /**
     * A list.
     *
     * @param type of all its elements
     */
    record Sequence(int type, List<Object> elements) {
        List<ThriftStruct> structs() {
            return elements.stream().map(ThriftStruct.class::cast).toList();
        }
    }

    /** A structure that is written already. */
    record Written(byte[] bytes) {}

    static final int STRUCT = 12;

    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int SHORT_LIST = 15;
    private static final int LOW = 15;
    private static final int NIBBLE = 4;
    private static final int SEPTET = 7;
    private static final int LOW_SEPTET = 0x7f;

    /** A whole number. */
    long number(int field) throws IOException {
        if (fields.containsKey(field) && fields.get(field).value() instanceof Long number) {
            return number;
        }
        throw new IOException("a Parquet file lacks field " + field + " of its table of contents");
    }

    boolean has(int field) {
        return fields.containsKey(field);
    }

    /** A structure in this one. */
    ThriftStruct struct(int field) throws IOException {
        if (has(field) && fields.get(field).value() instanceof ThriftStruct struct) {
            return struct;
        }
        throw new IOException("a Parquet file lacks structure " + field + " of its table of contents");
    }

    /** Structures in this one. */
    List<ThriftStruct> structs(int field) throws IOException {
        if (has(field) && fields.get(field).value() instanceof Sequence list) {
            return list.structs();
        }
        throw new IOException("a Parquet file lacks list " + field + " of its table of contents");
    }

    /** Changes a value; its type stays. */
    void set(int field, Object value) {
        fields.computeIfPresent(field, (number, old) -> new Field(old.type(), value));
    }

    void remove(int field) {
        fields.remove(field);
    }

    /** Reads one. */
    static ThriftStruct read(ByteBuffer in) throws IOException {
        TreeMap<Integer, Field> fields = new TreeMap<>();
        int number = 0;
        for (int head = in.get() & 0xff; head != 0; head = in.get() & 0xff) {
            int type = head & LOW;
            number = head >> NIBBLE == 0 ? (int) readNumber(in) : number + (head >> NIBBLE);
            boolean isTruth = type == TRUE || type == FALSE;
            fields.put(number, new Field(isTruth ? TRUE : type, isTruth ? type == TRUE : read(in, type)));
        }
        return new ThriftStruct(fields);
    }

    private static Object read(ByteBuffer in, int type) throws IOException {
        return switch (type) {
            case TRUE, FALSE -> in.get() == TRUE;
            case BYTE -> (long) in.get();
            case I16, I32, I64 -> readNumber(in);
            case DOUBLE -> in.getLong();
            case BINARY -> {
                byte[] bytes = new byte[(int) readVarint(in)];
                in.get(bytes);
                yield bytes;
            }
            case LIST, SET -> readList(in);
            case STRUCT -> read(in);
            default -> throw new IOException("a Parquet file has a table of contents with a type " + type);
        };
    }

    private static Sequence readList(ByteBuffer in) throws IOException {
        int head = in.get() & 0xff;
        int size = head >> NIBBLE == SHORT_LIST ? (int) readVarint(in) : head >> NIBBLE;
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            elements.add(read(in, head & LOW));
        }
        return new Sequence(head & LOW, elements);
    }

    private static long readVarint(ByteBuffer in) {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = in.get();
            value |= (long) (next & LOW_SEPTET) << shift;
            shift += SEPTET;
        } while (next < 0);
        return value;
    }

    private static long readNumber(ByteBuffer in) {
        long zigzag = readVarint(in);
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    /** The bytes of it. */
    byte[] written() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out);
        return out.toByteArray();
    }

    private void write(ByteArrayOutputStream out) {
        int before = 0;
        for (Map.Entry<Integer, Field> entry : fields.entrySet()) {
            Field field = entry.getValue();
            int type = Boolean.FALSE.equals(field.value()) ? FALSE : field.type();
            int step = entry.getKey() - before;
            out.write((step > 0 && step <= LOW ? step << NIBBLE : 0) | type);
            if (step <= 0 || step > LOW) {
                writeNumber(out, entry.getKey());
            }
            if (!(field.value() instanceof Boolean)) {
                write(out, type, field.value());
            }
            before = entry.getKey();
        }
        out.write(0);
    }

    private static void write(ByteArrayOutputStream out, int type, Object value) {
        if (value instanceof ThriftStruct struct) {
            struct.write(out);
        } else if (value instanceof Written struct) {
            out.writeBytes(struct.bytes());
        } else if (value instanceof Sequence list) {
            writeList(out, list);
        } else if (value instanceof byte[] bytes) {
            writeVarint(out, bytes.length);
            out.writeBytes(bytes);
        } else if (value instanceof Boolean truth) {
            out.write(truth ? TRUE : FALSE);
        } else if (type == BYTE) {
            out.write((int) (long) value);
        } else if (type == DOUBLE) {
            out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong((long) value).array());
        } else {
            writeNumber(out, (long) value);
        }
    }

    private static void writeList(ByteArrayOutputStream out, Sequence list) {
        int size = list.elements().size();
        out.write(Math.min(size, SHORT_LIST) << NIBBLE | list.type());
        if (size >= SHORT_LIST) {
            writeVarint(out, size);
        }
        list.elements().forEach(element -> write(out, list.type(), element));
    }

    private static void writeVarint(ByteArrayOutputStream out, long value) {
        long left = value;
        while ((left & ~LOW_SEPTET) != 0) {
            out.write((int) (left & LOW_SEPTET) | 0x80);
            left >>>= SEPTET;
        }
        out.write((int) left);
    }

    private static void writeNumber(ByteArrayOutputStream out, long value) {
        writeVarint(out, value << 1 ^ value >> Long.SIZE - 1);
    }
}
