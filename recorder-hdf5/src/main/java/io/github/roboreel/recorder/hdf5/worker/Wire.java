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
import java.lang.reflect.Type;

/**
 * Frames between a worker and its parent: a kind, a length, and so many bytes: a record as JSON, or an array as it is.
 * A worker whose memory is in ruins may write anything, so nothing is allocated before its bytes are there.
 */
final class Wire {
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

        /** An answer of that type. */
        @SuppressWarnings("unchecked")
        <A> A answer(Type type) throws IOException {
            return (A) (type == byte[].class ? bytes : JSON.readValue(bytes, JSON.constructType(type)));
        }
    }

    private final DataInputStream in;
    private final DataOutputStream out;

    Wire(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in, PIECE_BYTES));
        this.out = new DataOutputStream(new BufferedOutputStream(out, PIECE_BYTES));
    }

    /** Sends a record as JSON. */
    void send(Kind kind, Object value) throws IOException {
        send(kind, JSON.writeValueAsBytes(value));
    }

    /** Sends an answer: bytes as they are, anything else as JSON. */
    void answer(Object answer) throws IOException {
        if (answer instanceof byte[] bytes) {
            send(Kind.ANSWER, bytes);
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
