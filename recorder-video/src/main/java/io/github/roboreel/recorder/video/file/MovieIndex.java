package io.github.roboreel.recorder.video.file;

import io.github.roboreel.recorder.video.file.BoxFinder.Box;
import io.github.roboreel.recorder.video.file.TopBoxes.TopBox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HexFormat;
import java.util.Optional;

/** Index of an MP4 file: its moov, and the moof of each fragment that is whole. For one file and one thread. */
final class MovieIndex {
    /** An index of a day at 60 frames per second takes less. */
    private static final long MAX_BYTES = 128L << 20;

    private static final int FLAGS = 0xffffff;
    private static final int BASE_OFFSET = 0x01;
    private static final int DESCRIPTION = 0x02;
    private static final int DEFAULT_DURATION = 0x08;
    private static final int DATA_OFFSET = 0x01;
    private static final int FIRST_FLAGS = 0x04;
    private static final int SAMPLE_DURATION = 0x100;

    private final TopBoxes boxes;
    private int width;
    private int height;
    private long timescale;
    private long frameUnits;
    private long frames;
    private String codec = "";

    MovieIndex(FileChannel channel) throws IOException {
        boxes = new TopBoxes(channel, channel.size());
    }

    /** What it says; empty without a video. */
    Optional<VideoFacts> facts() throws IOException {
        Optional<TopBox> next = boxes.at(0);
        while (next.isPresent() && boxes.isWhole(next.get())) {
            TopBox box = next.get();
            if (box.name().equals("moov")) {
                readMovie(content(box));
            } else if (box.name().equals("moof")) {
                readFragment(content(box));
            }
            next = boxes.at(box.end());
        }
        double fps = frameUnits > 0 ? (double) timescale / frameUnits : 0;
        boolean isVideo = width > 0 && height > 0 && timescale > 0;
        return isVideo ? Optional.of(new VideoFacts(width, height, fps, frames, codec)) : Optional.empty();
    }

    private ByteBuffer content(TopBox box) throws IOException {
        if (box.size() > MAX_BYTES) {
            throw new IllegalArgumentException("an index of " + box.size() + " bytes");
        }
        return boxes.content(box);
    }

    private void readMovie(ByteBuffer movie) {
        BoxFinder.find(movie, "mvex")
                .flatMap(fragments -> BoxFinder.find(fragments, "trex"))
                .ifPresent(defaults -> frameUnits = unsigned(defaults, 12));
        BoxFinder.videoTrack(movie).ifPresent(track -> readTrack(BoxFinder.require(track, "mdia")));
    }

    private void readTrack(ByteBuffer media) {
        timescale = BoxFinder.timescale(media);
        ByteBuffer table = BoxFinder.path(media, "minf", "stbl");
        Box entry = BoxFinder.sampleEntry(table);
        width = entry.content().getShort(24) & 0xffff;
        height = entry.content().getShort(26) & 0xffff;
        // Profile, constraints and level.
        BoxFinder.decoderConfiguration(entry.content())
                .ifPresent(c -> codec =
                        entry.name() + '.' + HexFormat.of().formatHex(new byte[] {c.get(1), c.get(2), c.get(3)}));
        BoxFinder.find(table, "stsz").ifPresent(sizes -> frames += unsigned(sizes, 8));
        BoxFinder.find(table, "stts").ifPresent(this::readDurations);
    }

    /** That of the first frame. */
    private void readDurations(ByteBuffer durations) {
        if (durations.getInt(4) > 0 && unsigned(durations, 12) > 0) {
            frameUnits = unsigned(durations, 12);
        }
    }

    private void readFragment(ByteBuffer fragment) {
        for (Box track : BoxFinder.in(fragment)) {
            if (track.name().equals("traf")) {
                BoxFinder.find(track.content(), "tfhd").ifPresent(this::readTrackHeader);
                readRuns(track.content());
            }
        }
    }

    private void readTrackHeader(ByteBuffer header) {
        int flags = header.getInt(0) & FLAGS;
        if ((flags & DEFAULT_DURATION) != 0) {
            frameUnits =
                    unsigned(header, 8 + ((flags & BASE_OFFSET) != 0 ? 8 : 0) + ((flags & DESCRIPTION) != 0 ? 4 : 0));
        }
    }

    private void readRuns(ByteBuffer track) {
        for (Box box : BoxFinder.in(track)) {
            if (box.name().equals("trun")) {
                ByteBuffer run = box.content();
                int flags = run.getInt(0) & FLAGS;
                frames += unsigned(run, 4);
                if ((flags & SAMPLE_DURATION) != 0 && run.getInt(4) != 0) {
                    int before = ((flags & DATA_OFFSET) != 0 ? 4 : 0) + ((flags & FIRST_FLAGS) != 0 ? 4 : 0);
                    frameUnits = unsigned(run, 8 + before);
                }
            }
        }
    }

    private static long unsigned(ByteBuffer bytes, int at) {
        return bytes.getInt(at) & 0xffffffffL;
    }
}
