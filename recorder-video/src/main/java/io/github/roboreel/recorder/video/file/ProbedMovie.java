package io.github.roboreel.recorder.video.file;

import io.github.roboreel.recorder.video.file.BoxFinder.Box;
import io.github.roboreel.recorder.video.file.TopBoxes.TopBox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Walk through the boxes of an MP4 file (ISO/IEC 14496-12 and -15).
 *
 * <p>By hand: libavformat counts the pictures that a table names, not those that are there: of a file cut in its last
 * picture all, of one cut in the middle the first half, without a complaint.
 */
final class ProbedMovie {
    private static final long MAX_TABLE_BYTES = 256L << 20;

    private final Path file;
    private final FileChannel channel;
    private ByteBuffer movie;
    private boolean hasFragments;
    private boolean hasData;
    private boolean hasTable;
    private boolean isTableLast;
    private long fragmentFrames;

    ProbedMovie(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    VideoProbe probe() throws IOException {
        readTop();
        if (movie == null) {
            throw new IOException(file + " is no MP4, or it was not finished: it has no table of contents" + " (moov)");
        }
        ByteBuffer track = track();
        ByteBuffer media = BoxFinder.require(track, "mdia");
        ByteBuffer table = BoxFinder.path(media, "minf", "stbl");
        Box sample = BoxFinder.sampleEntry(table);
        ByteBuffer picture = sample.content();
        int width = picture.getShort(24) & 0xffff;
        int height = picture.getShort(26) & 0xffff;
        SampleSpans spans = SampleSpans.of(table, channel.size());
        boolean isFragmented = spans.count() == 0 && hasFragments;
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
                !isTableLast,
                isEvenlyTimed(track, table, spans.count()));
    }

    private ByteBuffer track() throws IOException {
        return BoxFinder.videoTrack(movie)
                .orElseThrow(() -> new IOException(file + " holds no video track; it is damaged"));
    }

    /** The video as one that others can be joined to; empty when it has to stay a file of its own. */
    Optional<JoinableVideo> joinable() throws IOException {
        VideoProbe probe = probe();
        boolean isPlain =
                probe.isEvenlyTimed() && !probe.isFragmented() && probe.codec().equals("avc1");
        return isPlain ? JoinableVideo.of(file, channel, probe, track()) : Optional.empty();
    }

    private void readTop() throws IOException {
        TopBoxes boxes = new TopBoxes(channel, channel.size());
        Optional<TopBox> next = boxes.at(0);
        while (next.isPresent()) {
            TopBox box = next.get();
            note(box.name());
            boolean isTable = box.name().equals("moov") || box.name().equals("moof");
            if (isTable && boxes.isWhole(box) && box.size() <= MAX_TABLE_BYTES) {
                keep(box.name(), boxes.content(box));
            }
            next = boxes.at(box.end());
        }
    }

    private void note(String name) {
        hasFragments |= name.equals("moof");
        isTableLast |= name.equals("moov") && !hasTable && hasData;
        hasTable |= name.equals("moov");
        hasData |= name.equals("mdat");
    }

    private void keep(String name, ByteBuffer content) {
        if (name.equals("moov")) {
            movie = content;
            return;
        }
        for (Box track : BoxFinder.in(content)) {
            if (track.name().equals("traf")) {
                for (Box run : BoxFinder.in(track.content())) {
                    fragmentFrames += run.name().equals("trun") ? run.content().getInt(4) & 0xffffffffL : 0;
                }
            }
        }
    }

    private static double rate(ByteBuffer media, ByteBuffer table) {
        ByteBuffer durations = BoxFinder.require(table, "stts").position(4);
        int entries = durations.getInt();
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < entries; i++) {
            durations.getInt();
            long units = durations.getInt() & 0xffffffffL;
            shortest = units > 0 ? Math.min(shortest, units) : shortest;
        }
        return shortest == Long.MAX_VALUE ? 0 : (double) BoxFinder.timescale(media) / shortest;
    }

    private static boolean isEvenlyTimed(ByteBuffer track, ByteBuffer table, int pictures) {
        ByteBuffer durations = BoxFinder.require(table, "stts").position(4);
        return durations.getInt() == 1
                && durations.getInt() == pictures
                && BoxFinder.find(table, "ctts").isEmpty()
                && BoxFinder.find(track, "edts").isEmpty();
    }

    /** 0 for what is not H.264 in length-prefixed units. */
    static int unitLengthBytes(ByteBuffer sampleEntry) {
        return BoxFinder.decoderConfiguration(sampleEntry)
                .map(c -> (c.get(4) & 3) + 1)
                .orElse(0);
    }
}
