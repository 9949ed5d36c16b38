package io.github.roboreel.dashboard.media;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads {@link VideoFacts} of an MP4 file (ISO/IEC 14496-12), finished or growing, from its index alone: no picture is
 * read. Boxes may lie about their size. For one thread, in a worker.
 */
final class Mp4Boxes {
    private static final int HEADER_BYTES = 8;

    /** An index of a day at 60 frames per second takes less. */
    private static final long LARGEST_INDEX = 128L << 20;

    /** What an avc1 sample entry holds before its boxes. */
    private static final int SAMPLE_ENTRY_BYTES = 78;

    private static final int DEFAULT_DURATION = 0x08;
    private static final int DATA_OFFSET = 0x01;
    private static final int FIRST_FLAGS = 0x04;
    private static final int SAMPLE_DURATION = 0x100;

    private final FileChannel channel;
    private final long end;
    private int width;
    private int height;
    private long timescale;
    private long frameUnits;
    private long frames;
    private String codec = "";
    private boolean fragmented;

    private Mp4Boxes(FileChannel channel) throws IOException {
        this.channel = channel;
        this.end = channel.size();
    }

    /**
     * Reads a file.
     *
     * @throws IOException in one sentence, when it is no MP4 with a video
     */
    static VideoFacts read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            Mp4Boxes boxes = new Mp4Boxes(channel);
            boxes.readAll();
            if (boxes.width <= 0 || boxes.height <= 0 || boxes.timescale <= 0) {
                throw new IOException(file + " holds no video; give another, or let its recorder finish it");
            }
            double fps = boxes.frameUnits > 0 ? (double) boxes.timescale / boxes.frameUnits : 0;
            return new VideoFacts(boxes.width, boxes.height, fps, boxes.frames, boxes.codec, boxes.fragmented);
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException e) {
            throw new IOException(file + " is damaged: its boxes contradict each other", e);
        }
    }

    private void readAll() throws IOException {
        long at = 0;
        while (at + HEADER_BYTES <= end) {
            ByteBuffer header = bytes(at, (int) Math.min(2 * HEADER_BYTES, end - at));
            long size = header.getInt() & 0xffffffffL;
            String name = name(header);
            int headerBytes = HEADER_BYTES;
            if (size == 1) {
                size = header.getLong();
                headerBytes = 2 * HEADER_BYTES;
            } else if (size == 0) {
                size = end - at;
            }
            if (size < headerBytes || size > end - at) {
                return;
            }
            if (name.equals("moov") || name.equals("moof")) {
                readIndex(name, at + headerBytes, size - headerBytes);
            }
            at += size;
        }
    }

    private void readIndex(String name, long at, long size) throws IOException {
        if (size > LARGEST_INDEX) {
            throw new IllegalArgumentException("an index of " + size + " bytes");
        }
        ByteBuffer content = bytes(at, (int) size);
        if (name.equals("moov")) {
            readMovie(content);
        } else {
            fragmented = true;
            readFragment(content);
        }
    }

    private ByteBuffer bytes(long at, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {}
        return bytes.flip();
    }

    private static String name(ByteBuffer at) {
        byte[] name = new byte[Integer.BYTES];
        at.get(name);
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    /** The next box in the content of another; empty behind the last, or at a broken one. */
    private static Optional<ByteBuffer> next(ByteBuffer content, String[] name) {
        if (content.remaining() < HEADER_BYTES) {
            return Optional.empty();
        }
        long size = content.getInt() & 0xffffffffL;
        name[0] = name(content);
        if (size < HEADER_BYTES || size - HEADER_BYTES > content.remaining()) {
            return Optional.empty();
        }
        ByteBuffer box = content.slice(content.position(), (int) size - HEADER_BYTES);
        content.position(content.position() + (int) size - HEADER_BYTES);
        return Optional.of(box);
    }

    private static Optional<ByteBuffer> find(ByteBuffer box, String... path) {
        Optional<ByteBuffer> inner = Optional.of(box);
        for (String wanted : path) {
            inner = inner.flatMap(content -> child(content.duplicate(), wanted));
        }
        return inner;
    }

    private static Optional<ByteBuffer> child(ByteBuffer content, String wanted) {
        String[] name = new String[1];
        for (Optional<ByteBuffer> box = next(content, name); box.isPresent(); box = next(content, name)) {
            if (name[0].equals(wanted)) {
                return box;
            }
        }
        return Optional.empty();
    }

    private void readMovie(ByteBuffer movie) {
        fragmented |= find(movie, "mvex").isPresent();
        find(movie, "mvex", "trex").ifPresent(defaults -> frameUnits = defaults.getInt(12) & 0xffffffffL);
        String[] name = new String[1];
        ByteBuffer rest = movie.duplicate();
        for (Optional<ByteBuffer> box = next(rest, name); box.isPresent(); box = next(rest, name)) {
            Optional<ByteBuffer> media =
                    name[0].equals("trak") ? find(box.get(), "mdia") : Optional.<ByteBuffer>empty();
            if (width == 0 && media.isPresent() && isVideo(media.get())) {
                readTrack(media.get());
            }
        }
    }

    private static boolean isVideo(ByteBuffer media) {
        return find(media, "hdlr")
                .map(handler -> name(handler.position(HEADER_BYTES)).equals("vide"))
                .orElse(false);
    }

    private void readTrack(ByteBuffer media) {
        ByteBuffer header = find(media, "mdhd").orElseThrow(IllegalArgumentException::new);
        timescale = header.getInt(header.get(0) == 1 ? 20 : 12) & 0xffffffffL;
        ByteBuffer table = find(media, "minf", "stbl").orElseThrow(IllegalArgumentException::new);
        ByteBuffer described = find(table, "stsd").orElseThrow(IllegalArgumentException::new);
        String[] format = new String[1];
        ByteBuffer entry =
                next(described.position(HEADER_BYTES).slice(), format).orElseThrow(IllegalArgumentException::new);
        width = entry.getShort(24) & 0xffff;
        height = entry.getShort(26) & 0xffff;
        find(entry.duplicate().position(SAMPLE_ENTRY_BYTES).slice(), "avcC")
                .ifPresent(configuration -> codec = codec(format[0], configuration));
        find(table, "stsz").ifPresent(sizes -> frames += sizes.getInt(8) & 0xffffffffL);
        find(table, "stts").ifPresent(this::readDurations);
    }

    /** Profile, constraints and level, as RFC 6381 writes them. */
    private static String codec(String format, ByteBuffer configuration) {
        StringBuilder text = new StringBuilder(format).append('.');
        for (int i = 1; i <= 3; i++) {
            int value = configuration.get(i) & 0xff;
            text.append(Character.forDigit(value >> 4, 16)).append(Character.forDigit(value & 0xf, 16));
        }
        return text.toString();
    }

    /** That of the first frame. */
    private void readDurations(ByteBuffer durations) {
        int entries = durations.getInt(4);
        if (entries > 0) {
            long units = durations.getInt(12) & 0xffffffffL;
            frameUnits = units > 0 ? units : frameUnits;
        }
    }

    private void readFragment(ByteBuffer fragment) {
        String[] name = new String[1];
        ByteBuffer rest = fragment.duplicate();
        for (Optional<ByteBuffer> box = next(rest, name); box.isPresent(); box = next(rest, name)) {
            if (name[0].equals("traf")) {
                readRuns(box.get());
            }
        }
    }

    private void readRuns(ByteBuffer track) {
        find(track, "tfhd").ifPresent(this::readTrackHeader);
        String[] name = new String[1];
        for (Optional<ByteBuffer> box = next(track, name); box.isPresent(); box = next(track, name)) {
            if (name[0].equals("trun")) {
                readRun(box.get());
            }
        }
    }

    private void readTrackHeader(ByteBuffer header) {
        int flags = header.getInt(0) & 0xffffff;
        if ((flags & DEFAULT_DURATION) != 0) {
            int at = HEADER_BYTES + ((flags & 0x01) != 0 ? 8 : 0) + ((flags & 0x02) != 0 ? 4 : 0);
            frameUnits = header.getInt(at) & 0xffffffffL;
        }
    }

    private void readRun(ByteBuffer run) {
        int flags = run.getInt(0) & 0xffffff;
        long count = run.getInt(4) & 0xffffffffL;
        frames += count;
        if ((flags & SAMPLE_DURATION) != 0 && count > 0) {
            int at = HEADER_BYTES + ((flags & DATA_OFFSET) != 0 ? 4 : 0) + ((flags & FIRST_FLAGS) != 0 ? 4 : 0);
            frameUnits = run.getInt(at) & 0xffffffffL;
        }
    }
}
