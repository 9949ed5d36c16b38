package io.github.roboreel.recorder.video;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Walks through the boxes of an MP4 file (ISO/IEC 14496-12 and -15). JCodec's parser is not used
 * here: of damaged files it allocates what they ask for, and writes to the standard output.
 */
final class ProbedMovie {
    private static final long MOST_TABLE_BYTES = 256L << 20;
    private static final int SAMPLE_ENTRY_BYTES = 78;

    /** A box's name and its content. */
    private record Box(String name, ByteBuffer content) {}

    private final Path file;
    private final FileChannel channel;
    private final List<String> names = new ArrayList<>();
    private ByteBuffer movie;
    private long fragmentFrames;

    ProbedMovie(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    VideoProbe probe() throws IOException {
        readTop();
        if (movie == null) {
            throw new IOException(
                    file
                            + " is no MP4, or it was not finished: it has no table of contents"
                            + " (moov)");
        }
        ByteBuffer media =
                videoMedia()
                        .orElseThrow(
                                () ->
                                        new IOException(
                                                file + " holds no video track; it is damaged"));
        ByteBuffer table = path(media, "minf", "stbl");
        ByteBuffer entry = require(table, "stsd").position(8);
        Box sample = boxes(entry.slice()).get(0);
        ByteBuffer picture = sample.content();
        int width = picture.getShort(24) & 0xffff;
        int height = picture.getShort(26) & 0xffff;
        SampleSpans spans = SampleSpans.of(table);
        boolean isFragmented = spans.count() == 0 && names.contains("moof");
        if (!isFragmented) {
            spans.requireWhole(file, channel, unitLengthBytes(picture));
        }
        return new VideoProbe(
                isFragmented ? Math.toIntExact(fragmentFrames) : spans.count(),
                rate(media, table),
                width,
                height,
                sample.name(),
                isFragmented,
                !names.contains("mdat") || names.indexOf("moov") < names.indexOf("mdat"));
    }

    private void readTop() throws IOException {
        long at = 0;
        while (at + 8 <= channel.size()) {
            ByteBuffer header = read(at, (int) Math.min(16, channel.size() - at));
            long size = header.getInt() & 0xffffffffL;
            String name = name(header);
            int headerBytes = 8;
            if (size == 1) {
                size = header.getLong();
                headerBytes = 16;
            } else if (size == 0) {
                size = channel.size() - at;
            }
            if (size < headerBytes) {
                return;
            }
            names.add(name);
            boolean isWhole = at + size <= channel.size() && size <= MOST_TABLE_BYTES;
            if (isWhole && (name.equals("moov") || name.equals("moof"))) {
                keep(name, read(at + headerBytes, (int) (size - headerBytes)));
            }
            at += size;
        }
    }

    private void keep(String name, ByteBuffer content) {
        if (name.equals("moov")) {
            movie = content;
            return;
        }
        for (Box track : boxes(content)) {
            if (track.name().equals("traf")) {
                for (Box run : boxes(track.content())) {
                    fragmentFrames +=
                            run.name().equals("trun") ? run.content().getInt(4) & 0xffffffffL : 0;
                }
            }
        }
    }

    private ByteBuffer read(long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining() && channel.read(buffer, at + buffer.position()) >= 0) {}
        return buffer.flip();
    }

    private Optional<ByteBuffer> videoMedia() {
        for (Box track : boxes(movie.duplicate())) {
            Optional<ByteBuffer> media =
                    track.name().equals("trak") ? find(track.content(), "mdia") : Optional.empty();
            Optional<ByteBuffer> handler = media.flatMap(m -> find(m, "hdlr"));
            if (handler.isPresent() && name(handler.get().position(8)).equals("vide")) {
                return media;
            }
        }
        return Optional.empty();
    }

    private static double rate(ByteBuffer media, ByteBuffer table) {
        ByteBuffer header = require(media, "mdhd");
        long timescale = header.getInt(header.get(0) == 1 ? 20 : 12) & 0xffffffffL;
        ByteBuffer durations = require(table, "stts").position(4);
        int entries = durations.getInt();
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < entries; i++) {
            durations.getInt();
            long units = durations.getInt() & 0xffffffffL;
            shortest = units > 0 ? Math.min(shortest, units) : shortest;
        }
        return shortest == Long.MAX_VALUE ? 0 : (double) timescale / shortest;
    }

    /** 0 for what is not H.264 in length-prefixed units. */
    private static int unitLengthBytes(ByteBuffer sampleEntry) {
        ByteBuffer rest = sampleEntry.duplicate().position(SAMPLE_ENTRY_BYTES);
        return find(rest.slice(), "avcC").map(c -> (c.get(4) & 3) + 1).orElse(0);
    }

    private static ByteBuffer path(ByteBuffer box, String... names) {
        ByteBuffer inner = box;
        for (String name : names) {
            inner = require(inner, name);
        }
        return inner;
    }

    static ByteBuffer require(ByteBuffer box, String name) {
        return find(box, name)
                .orElseThrow(() -> new IllegalArgumentException("there is no box " + name));
    }

    static Optional<ByteBuffer> find(ByteBuffer box, String name) {
        return boxes(box.duplicate()).stream()
                .filter(b -> b.name().equals(name))
                .map(b -> b.content().duplicate())
                .findFirst();
    }

    /** The boxes in the content of another; a broken one ends the list. */
    private static List<Box> boxes(ByteBuffer content) {
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

    private static String name(ByteBuffer at) {
        byte[] name = new byte[4];
        at.get(name);
        return new String(name, StandardCharsets.ISO_8859_1);
    }
}
