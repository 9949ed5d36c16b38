package io.github.roboreel.recorder.video.container;

import io.github.roboreel.recorder.video.container.Boxes.Box;
import io.github.roboreel.recorder.video.container.TopBoxes.TopBox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The table of contents of a finished MP4's video. Where the file could not have been written, the factory throws
 * {@link IllegalArgumentException} or one of its like.
 *
 * @param sampleEntry what describes the pictures
 * @param spans where they are
 * @param shown when each is shown, seconds, ascending
 * @param framesPerSecond on average; 0 when it cannot be told
 */
record ClipIndex(Box sampleEntry, SampleSpans spans, double[] shown, double framesPerSecond) {
    private static final double TOLERANCE_SECONDS = 5e-5;

    /** Of the first video track. */
    static ClipIndex read(FileChannel channel) throws IOException {
        ByteBuffer movie = movie(channel);
        ByteBuffer track = videoTrack(movie);
        ByteBuffer media = Boxes.require(track, "mdia");
        ByteBuffer table = Boxes.path(media, "minf", "stbl");
        SampleSpans spans = SampleSpans.of(table, channel.size());
        long[] units = new long[spans.count()];
        long total = decodeTimes(Boxes.require(table, "stts").position(4), units);
        Boxes.find(table, "ctts").ifPresent(box -> addOffsets(box.position(4), units));
        double timescale = Boxes.timescale(media);
        long start = startUnits(track);
        double delay = delaySeconds(movie, track);
        double[] shown = Arrays.stream(units)
                .mapToDouble(u -> delay + (u - start) / timescale)
                .toArray();
        Arrays.sort(shown);
        double rate = total == 0 ? 0 : shown.length * timescale / total;
        return new ClipIndex(Boxes.sampleEntry(table), spans, shown, rate);
    }

    private static ByteBuffer movie(FileChannel channel) throws IOException {
        TopBoxes boxes = new TopBoxes(channel, channel.size());
        Optional<TopBox> box = boxes.at(0);
        while (box.isPresent() && !box.get().name().equals("moov")) {
            box = boxes.at(box.get().end());
        }
        return boxes.content(box.orElseThrow(() -> new IllegalArgumentException("there is no box moov")));
    }

    private static ByteBuffer videoTrack(ByteBuffer movie) {
        for (Box track : Boxes.in(movie)) {
            Optional<ByteBuffer> handler = track.name().equals("trak")
                    ? Boxes.find(track.content(), "mdia").flatMap(media -> Boxes.find(media, "hdlr"))
                    : Optional.empty();
            if (handler.isPresent() && Boxes.name(handler.get().position(8)).equals("vide")) {
                return track.content();
            }
        }
        throw new IllegalArgumentException("there is no video track");
    }

    /** Fills in when each picture is decoded; gives the time of all. */
    private static long decodeTimes(ByteBuffer box, long[] units) {
        int entries = box.getInt();
        long time = 0;
        int sample = 0;
        for (int entry = 0; entry < entries; entry++) {
            int count = box.getInt();
            long delta = box.getInt() & 0xffffffffL;
            for (int i = 0; i < count && sample < units.length; i++) {
                units[sample++] = time;
                time += delta;
            }
        }
        if (sample < units.length) {
            throw new IllegalArgumentException("pictures without a time");
        }
        return time;
    }

    /** Pictures that others are predicted from are decoded before they are shown. */
    private static void addOffsets(ByteBuffer box, long[] units) {
        int entries = box.getInt();
        int sample = 0;
        for (int entry = 0; entry < entries; entry++) {
            int count = box.getInt();
            int offset = box.getInt();
            for (int i = 0; i < count && sample < units.length; i++) {
                units[sample++] += offset;
            }
        }
    }

    /** Where in the media a player starts. */
    private static long startUnits(ByteBuffer track) {
        return edits(track).stream()
                .filter(edit -> !edit.isEmpty())
                .findFirst()
                .map(Edit::mediaUnits)
                .orElse(0L);
    }

    /** How long a player shows nothing before that. */
    private static double delaySeconds(ByteBuffer movie, ByteBuffer track) {
        long units = edits(track).stream()
                .takeWhile(Edit::isEmpty)
                .mapToLong(Edit::durationUnits)
                .sum();
        return units == 0 ? 0 : units / (double) Boxes.movieTimescale(movie);
    }

    /** A part of what is shown: of the media from there on, or of nothing. */
    private record Edit(long durationUnits, long mediaUnits) {
        boolean isEmpty() {
            return mediaUnits == -1;
        }
    }

    private static List<Edit> edits(ByteBuffer track) {
        Optional<ByteBuffer> list = Boxes.find(track, "edts").flatMap(e -> Boxes.find(e, "elst"));
        List<Edit> edits = new ArrayList<>();
        list.ifPresent(box -> {
            boolean isWide = box.get(0) == 1;
            int entries = box.position(4).getInt();
            for (int entry = 0; entry < entries; entry++) {
                long duration = isWide ? box.getLong() : box.getInt() & 0xffffffffL;
                edits.add(new Edit(duration, isWide ? box.getLong() : box.getInt()));
                box.getInt();
            }
        });
        return edits;
    }

    boolean isConstantRate() {
        for (int frame = 0; frame < shown.length; frame++) {
            if (!(Math.abs(shown[frame] - frame / framesPerSecond) < TOLERANCE_SECONDS)) {
                return false;
            }
        }
        return true;
    }

    /** As players know it. */
    String codec() {
        return switch (sampleEntry.name()) {
            case "avc1", "avc3" -> "h264";
            case "hvc1", "hev1" -> "hevc";
            case "av01" -> "av1";
            case "vp09" -> "vp9";
            case "mp4v" -> "mpeg4";
            default -> sampleEntry.name().strip();
        };
    }
}
