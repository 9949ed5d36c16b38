package io.github.roboreel.recorder.video.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A finished H.264 video that shows a picture every period, from 0 on and in the order in which they are stored, so
 * that others of its {@link #key} can follow it in one file.
 *
 * @param description how its pictures are decoded, the content of its stsd
 * @param spans where they are
 * @param keyFrames indices of those that can be decoded alone, of which the first is one
 */
record JoinableVideo(Path file, VideoFormat format, ByteBuffer description, SampleSpans spans, int[] keyFrames) {
    /** The end of a tkhd: how players turn the pictures, and their size. */
    private static final int MATRIX_BYTES = 44;

    private static final int FIRST_MATRIX_VALUE = 0x10000;

    static Optional<JoinableVideo> of(Path file, FileChannel channel, VideoProbe probe, ByteBuffer track)
            throws IOException {
        ByteBuffer media = BoxFinder.require(track, "mdia");
        ByteBuffer table = BoxFinder.path(media, "minf", "stbl");
        ByteBuffer description = BoxFinder.require(table, "stsd");
        SampleSpans spans = SampleSpans.of(table, channel.size());
        int[] keyFrames = keyFrames(table, spans.count());
        Optional<FrameRate> rate = FrameRate.ofUnits(
                BoxFinder.timescale(media), BoxFinder.require(table, "stts").getInt(12));
        boolean isJoinable = rate.isPresent()
                && VideoFormat.isSize(probe.width(), probe.height())
                && description.getInt(4) == 1
                && keyFrames.length > 0
                && keyFrames[0] == 0
                && isUpright(BoxFinder.require(track, "tkhd"))
                && !spans.hasParameterSets(channel, unitLengthBytes(table));
        return isJoinable
                ? Optional.of(new JoinableVideo(
                        file,
                        new VideoFormat(probe.width(), probe.height(), rate.get()),
                        description,
                        spans,
                        keyFrames))
                : Optional.empty();
    }

    private static int[] keyFrames(ByteBuffer table, int pictures) {
        Optional<ByteBuffer> found = BoxFinder.find(table, "stss");
        if (found.isEmpty()) {
            return IntStream.range(0, pictures).toArray();
        }
        ByteBuffer numbers = found.get().position(4);
        int count = numbers.getInt();
        if (count < 0 || count > pictures) {
            throw new IllegalArgumentException(count + " key frames");
        }
        return IntStream.range(0, count).map(i -> numbers.getInt() - 1).toArray();
    }

    private static boolean isUpright(ByteBuffer trackHeader) {
        int matrix = trackHeader.limit() - MATRIX_BYTES;
        return trackHeader.getInt(matrix) == FIRST_MATRIX_VALUE && trackHeader.getInt(matrix + 4) == 0;
    }

    private static int unitLengthBytes(ByteBuffer table) {
        return ProbedMovie.unitLengthBytes(BoxFinder.sampleEntry(table).content());
    }

    /** What videos in one file have in common. */
    String key() {
        byte[] bytes = new byte[description.remaining()];
        description.duplicate().get(bytes);
        return format + " " + HexFormat.of().formatHex(bytes);
    }

    /**
     * Writes their pictures, as they are, into one file with its header first.
     *
     * @param videos of one key
     * @throws java.nio.file.FileAlreadyExistsException when there is such a file
     */
    static void join(List<JoinableVideo> videos, Path target) throws IOException {
        JoinableVideo first = videos.get(0);
        SampleTable samples = new SampleTable();
        for (JoinableVideo video : videos) {
            if (!video.key().equals(first.key())) {
                throw new IOException(video.file + " is encoded otherwise than " + first.file + "; join others");
            }
            video.addTo(samples);
        }
        try (FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer start =
                    new Mp4Boxes(first.format).finishedStart(Mp4Boxes.description(first.description), samples);
            while (start.hasRemaining()) {
                out.write(start);
            }
            for (JoinableVideo video : videos) {
                video.copyTo(out);
            }
        }
    }

    private void addTo(SampleTable samples) {
        int nextKey = 0;
        for (int i = 0; i < spans.count(); i++) {
            boolean isKey = nextKey < keyFrames.length && keyFrames[nextKey] == i;
            nextKey += isKey ? 1 : 0;
            samples.add(spans.offsets()[i], spans.sizes()[i], samples.count(), isKey);
        }
    }

    private void copyTo(FileChannel out) throws IOException {
        try (FileChannel in = FileChannel.open(file)) {
            for (int i = 0; i < spans.count(); i++) {
                RecordedMovie.copy(file, in, spans.offsets()[i], spans.sizes()[i], out);
            }
        }
    }
}
