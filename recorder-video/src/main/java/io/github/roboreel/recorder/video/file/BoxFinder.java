package io.github.roboreel.recorder.video.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Finds boxes in the content of others (ISO/IEC 14496-12). JCodec's parser is not used for files: of damaged ones it
 * allocates what they ask for, and writes to the standard output.
 */
final class BoxFinder {
    /** What an avc1 sample entry holds before its boxes. */
    private static final int SAMPLE_ENTRY_BYTES = 78;

    /** A box's name and its content. */
    record Box(String name, ByteBuffer content) {}

    private BoxFinder() {}

    /**
     * The boxes in the content of another; a broken one is behind the last. One at a time, since millions of empty ones
     * fit where a few should be.
     */
    static Iterable<Box> in(ByteBuffer content) {
        return () -> new Walk(content.duplicate());
    }

    static Optional<ByteBuffer> find(ByteBuffer box, String name) {
        for (Box inner : in(box)) {
            if (inner.name().equals(name)) {
                return Optional.of(inner.content().duplicate());
            }
        }
        return Optional.empty();
    }

    static ByteBuffer require(ByteBuffer box, String name) {
        return find(box, name).orElseThrow(() -> new IllegalArgumentException("there is no box " + name));
    }

    static ByteBuffer path(ByteBuffer box, String... names) {
        ByteBuffer inner = box;
        for (String name : names) {
            inner = require(inner, name);
        }
        return inner;
    }

    /** The first video track in a moov. */
    static Optional<ByteBuffer> videoTrack(ByteBuffer movie) {
        for (Box track : in(movie)) {
            Optional<ByteBuffer> media = track.name().equals("trak") ? find(track.content(), "mdia") : Optional.empty();
            Optional<ByteBuffer> handler = media.flatMap(m -> find(m, "hdlr"));
            if (handler.isPresent() && name(handler.get().position(8)).equals("vide")) {
                return Optional.of(track.content());
            }
        }
        return Optional.empty();
    }

    /** What describes the pictures of a sample table. */
    static Box sampleEntry(ByteBuffer table) {
        Iterator<Box> entries = in(require(table, "stsd").position(8).slice()).iterator();
        if (!entries.hasNext()) {
            throw new IllegalArgumentException("there is no sample entry");
        }
        return entries.next();
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

    /** From box to box, up to the first broken one. */
    private static final class Walk implements Iterator<Box> {
        private static final int HEADER_BYTES = 8;

        private final ByteBuffer rest;
        private Box next;

        Walk(ByteBuffer rest) {
            this.rest = rest;
        }

        @Override
        public boolean hasNext() {
            if (next == null && rest.remaining() >= HEADER_BYTES) {
                int start = rest.position();
                long size = rest.getInt() & 0xffffffffL;
                String name = name(rest);
                if (size < HEADER_BYTES || start + size > rest.limit()) {
                    rest.position(rest.limit());
                    return false;
                }
                int contentBytes = (int) size - HEADER_BYTES;
                next = new Box(name, rest.slice(start + HEADER_BYTES, contentBytes));
                rest.position(start + (int) size);
            }
            return next != null;
        }

        @Override
        public Box next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Box box = next;
            next = null;
            return box;
        }
    }
}
