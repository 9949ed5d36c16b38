package io.github.roboreel.remote;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/**
 * Writes an observation as the server wants it: a map of NumPy arrays and the instruction. Keeps its buffers: one
 * thread uses it.
 */
final class RequestWriter {
    private static final int COLOURS = 3;

    private final FieldSchema schema;
    private final List<Entry> entries = new ArrayList<>();
    private final String promptKey;
    private final String prompt;
    private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();

    /** An array under the server's key. */
    private record Entry(String key, DType type, List<Integer> shape, Function<Observation, byte[]> source) {}

    /**
     * Fits the server's keys to a simulation's fields.
     *
     * @throws IllegalArgumentException when a field is unknown or cannot be sent, one sentence
     */
    RequestWriter(OpenPiConfig config, Simulation simulation) {
        schema = simulation.schema();
        config.observation().forEach(this::addNumbers);
        ImageSize size = config.imageSize() == null ? null : ImageSize.parse(config.imageSize());
        config.images().forEach((key, path) -> addImage(key, path, size));
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("its file names no field to send, under observation or images");
        }
        promptKey = config.prompt();
        prompt = simulation.instruction();
    }

    private void addNumbers(String key, List<String> texts) {
        List<FieldPart> parts =
                texts.stream().map(text -> FieldPart.parse(text, this::field)).toList();
        DType type = parts.get(0).type();
        for (FieldPart part : parts) {
            if (part.type() != type) {
                throw new IllegalArgumentException(Sentence.of(
                        "under %s it is to send %s and %s together, which have different dtypes",
                        key, parts.get(0).field(), part.field()));
            }
        }
        int size = parts.stream().mapToInt(FieldPart::size).sum();
        ByteBuffer bytes = FieldPart.room(size * type.bytes());
        entries.add(new Entry(key, type, parts.size() == 1 ? parts.get(0).shape() : List.of(size), now -> {
            bytes.clear();
            parts.forEach(part -> part.put(now, bytes));
            return bytes.array();
        }));
    }

    private void addImage(String key, String path, ImageSize size) {
        Field field = field(path);
        List<Integer> shape = field.spec().shape();
        if (shape.size() != COLOURS || shape.get(2) != COLOURS || field.spec().dtype() != DType.UINT8) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s is no picture: expected uint8 [height, width, 3], given %s %s",
                    path, field.spec().dtype().label(), shape));
        }
        int height = size == null ? shape.get(0) : size.heightPixels();
        int width = size == null ? shape.get(1) : size.widthPixels();
        List<Integer> sent = List.of(height, width, COLOURS);
        if (sent.equals(shape)) {
            entries.add(new Entry(key, DType.UINT8, sent, now -> now.bytes(field)));
        } else {
            PaddedResize resize = new PaddedResize(shape.get(0), shape.get(1), height, width);
            entries.add(new Entry(key, DType.UINT8, sent, now -> resize.apply(now.bytes(field))));
        }
    }

    private Field field(String path) {
        List<String> known =
                new Observation(schema).fields().stream().map(Field::toString).toList();
        if (!known.contains(path)) {
            throw new IllegalArgumentException(Sentence.of(
                    "observation '%s' is unknown; %s (a camera's picture is there only when it is recorded or in a video)",
                    path, KnownNames.hint(path, known)));
        }
        return schema.field(path);
    }

    /** The request for an observation; valid until the next. */
    ByteBuffer write(Observation now) {
        packer.clear();
        try {
            packer.packMapHeader(entries.size() + (promptKey == null ? 0 : 1));
            for (Entry entry : entries) {
                packer.packString(entry.key());
                packArray(entry, entry.source().apply(now));
            }
            if (promptKey != null) {
                packer.packString(promptKey).packString(prompt);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ByteBuffer.wrap(packer.toByteArray());
    }

    private void packArray(Entry entry, byte[] data) throws IOException {
        packer.packMapHeader(4);
        packKey(WireArray.MARK);
        packer.packBoolean(true);
        packKey("data");
        packer.packBinaryHeader(data.length).writePayload(data);
        packKey("dtype");
        packer.packString(NumpyTypes.name(entry.type()));
        packKey("shape");
        packer.packArrayHeader(entry.shape().size());
        for (int size : entry.shape()) {
            packer.packInt(size);
        }
    }

    /** NumPy's keys are bytes: openpi's reader looks for no others. */
    private void packKey(String key) throws IOException {
        byte[] bytes = key.getBytes(StandardCharsets.US_ASCII);
        packer.packBinaryHeader(bytes.length).writePayload(bytes);
    }
}
