package io.github.roboreel.recorder.video;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds boxes in the content of others (ISO/IEC 14496-12). JCodec's parser is not used for files:
 * of damaged ones it allocates what they ask for, and writes to the standard output.
 */
final class Boxes {
    /** What an avc1 sample entry holds before its boxes. */
    private static final int SAMPLE_ENTRY_BYTES = 78;

    /** A box's name and its content. */
    record Box(String name, ByteBuffer content) {}

    private Boxes() {}

    /** The boxes in the content of another; a broken one ends the list. */
    static List<Box> in(ByteBuffer content) {
        ByteBuffer rest = content.duplicate();
        List<Box> boxes = new ArrayList<>();
        while (rest.remaining() >= 8) {
            int start = rest.position();
            long size = rest.getInt() & 0xffffffffL;
            String name = name(rest);
            if (size < 8 || start + size > rest.limit()) {
                break;
            }
            boxes.add(new Box(name, rest.slice(start + 8, (int) size - 8)));
            rest.position(start + (int) size);
        }
        return boxes;
    }

    static Optional<ByteBuffer> find(ByteBuffer box, String name) {
        return in(box).stream()
                .filter(b -> b.name().equals(name))
                .map(b -> b.content().duplicate())
                .findFirst();
    }

    static ByteBuffer require(ByteBuffer box, String name) {
        return find(box, name)
                .orElseThrow(() -> new IllegalArgumentException("there is no box " + name));
    }

    static ByteBuffer path(ByteBuffer box, String... names) {
        ByteBuffer inner = box;
        for (String name : names) {
            inner = require(inner, name);
        }
        return inner;
    }

    /** The media of the first video track in a moov. */
    static Optional<ByteBuffer> videoMedia(ByteBuffer movie) {
        for (Box track : in(movie)) {
            Optional<ByteBuffer> media =
                    track.name().equals("trak") ? find(track.content(), "mdia") : Optional.empty();
            Optional<ByteBuffer> handler = media.flatMap(m -> find(m, "hdlr"));
            if (handler.isPresent() && name(handler.get().position(8)).equals("vide")) {
                return media;
            }
        }
        return Optional.empty();
    }

    /** What describes the pictures of a sample table. */
    static Box sampleEntry(ByteBuffer table) {
        return in(require(table, "stsd").position(8).slice()).get(0);
    }

    /** The content of a sample entry's avcC; empty for what is not H.264. */
    static Optional<ByteBuffer> decoderConfiguration(ByteBuffer sampleEntry) {
        return find(sampleEntry.duplicate().position(SAMPLE_ENTRY_BYTES).slice(), "avcC");
    }

    /** Time units per second. */
    static long timescale(ByteBuffer media) {
        ByteBuffer header = require(media, "mdhd");
        return header.getInt(header.get(0) == 1 ? 20 : 12) & 0xffffffffL;
    }

    static String name(ByteBuffer at) {
        byte[] name = new byte[4];
        at.get(name);
        return new String(name, StandardCharsets.ISO_8859_1);
    }
}
