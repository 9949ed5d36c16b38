package io.github.roboreel.recorder.hdf5.worker;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Frames between a worker and its parent: a kind, a length, and so many bytes: a record as JSON, or an array as it is.
 * A worker whose memory is in ruins may write anything, so nothing is allocated before its bytes are there.
 */
public final class Wire {
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private static final int PIECE_BYTES = 1 << 16;

    /** What a frame holds. */
    enum Kind {
        REQUEST,
        NEWS,
        ANSWER,
        BYTES,
        DOUBLES,
        /** The work failed: a {@link Failure}. */
        FAILURE,
        /** A sentence: the request makes no sense. */
        MISTAKE
    }

    /** Why the work failed. */
    record Failure(RoboReelException.Kind kind, String sentence) {}

    record Frame(Kind kind, byte[] bytes) {
        <T> T as(Class<T> type) throws IOException {
            return JSON.readValue(bytes, type);
        }

        double[] doubles() {
            double[] values = new double[bytes.length / Double.BYTES];
            ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
            return values;
        }
    }

    private final DataInputStream in;
    private final DataOutputStream out;

    Wire(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in, PIECE_BYTES));
        this.out = new DataOutputStream(new BufferedOutputStream(out, PIECE_BYTES));
    }

    /** Byte strings as one: how many there are, their lengths, their bytes. */
    public static byte[] joined(Collection<byte[]> parts) {
        int bytes = (1 + parts.size()) * Integer.BYTES;
        for (byte[] part : parts) {
            bytes = Math.addExact(bytes, part.length);
        }
        ByteBuffer joined = ByteBuffer.allocate(bytes).putInt(parts.size());
        parts.forEach(part -> joined.putInt(part.length));
        parts.forEach(joined::put);
        return joined.array();
    }

    /**
     * The byte strings again.
     *
     * @throws StreamCorruptedException when these are none
     */
    public static List<byte[]> parts(byte[] joined) throws StreamCorruptedException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(joined);
            int[] lengths = new int[Math.min(bytes.getInt(), joined.length / Integer.BYTES)];
            bytes.asIntBuffer().get(lengths);
            int at = (1 + lengths.length) * Integer.BYTES;
            List<byte[]> parts = new ArrayList<>(lengths.length);
            for (int length : lengths) {
                parts.add(Arrays.copyOfRange(joined, at, Math.addExact(at, length)));
                at += length;
            }
            return parts;
        } catch (BufferUnderflowException
                | ArithmeticException
                | IllegalArgumentException
                | IndexOutOfBoundsException e) {
            throw new StreamCorruptedException("no byte strings: " + e);
        }
    }

    /** Sends a record as JSON. */
    void send(Kind kind, Object value) throws IOException {
        send(kind, JSON.writeValueAsBytes(value));
    }

    /** Sends an answer: an array as it is, anything else as JSON. */
    void answer(Object answer) throws IOException {
        if (answer instanceof byte[] bytes) {
            send(Kind.BYTES, bytes);
        } else if (answer instanceof double[] doubles) {
            sendDoubles(doubles);
        } else {
            send(Kind.ANSWER, answer);
        }
    }

    private synchronized void send(Kind kind, byte[] bytes) throws IOException {
        out.writeByte(kind.ordinal());
        out.writeInt(bytes.length);
        out.write(bytes);
        out.flush();
    }

    private synchronized void sendDoubles(double[] values) throws IOException {
        out.writeByte(Kind.DOUBLES.ordinal());
        out.writeInt(Math.multiplyExact(values.length, Double.BYTES));
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        for (int done = 0; done < values.length; ) {
            int count = Math.min(PIECE_BYTES / Double.BYTES, values.length - done);
            piece.asDoubleBuffer().put(values, done, count);
            out.write(piece.array(), 0, count * Double.BYTES);
            done += count;
        }
        out.flush();
    }

    /**
     * Waits for the next frame.
     *
     * @throws EOFException when the other side has ended
     * @throws StreamCorruptedException when it wrote something else
     */
    Frame receive() throws IOException {
        int kind = in.readByte();
        int length = in.readInt();
        if (kind < 0 || kind >= Kind.values().length || length < 0) {
            throw new StreamCorruptedException("no frame: kind " + kind + " of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return new Frame(Kind.values()[kind], bytes);
    }
}
