package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jcodec.codecs.h264.mp4.AvcCBox;
import org.jcodec.common.model.Size;
import org.jcodec.containers.mp4.boxes.Box;
import org.jcodec.containers.mp4.boxes.ChunkOffsets64Box;
import org.jcodec.containers.mp4.boxes.DataInfoBox;
import org.jcodec.containers.mp4.boxes.DataRefBox;
import org.jcodec.containers.mp4.boxes.FileTypeBox;
import org.jcodec.containers.mp4.boxes.FullBox;
import org.jcodec.containers.mp4.boxes.Header;
import org.jcodec.containers.mp4.boxes.MediaBox;
import org.jcodec.containers.mp4.boxes.MediaHeaderBox;
import org.jcodec.containers.mp4.boxes.MediaInfoBox;
import org.jcodec.containers.mp4.boxes.MovieBox;
import org.jcodec.containers.mp4.boxes.MovieExtendsBox;
import org.jcodec.containers.mp4.boxes.MovieFragmentBox;
import org.jcodec.containers.mp4.boxes.MovieFragmentHeaderBox;
import org.jcodec.containers.mp4.boxes.MovieHeaderBox;
import org.jcodec.containers.mp4.boxes.NodeBox;
import org.jcodec.containers.mp4.boxes.SampleDescriptionBox;
import org.jcodec.containers.mp4.boxes.SampleSizesBox;
import org.jcodec.containers.mp4.boxes.SampleToChunkBox;
import org.jcodec.containers.mp4.boxes.SampleToChunkBox.SampleToChunkEntry;
import org.jcodec.containers.mp4.boxes.SyncSamplesBox;
import org.jcodec.containers.mp4.boxes.TimeToSampleBox;
import org.jcodec.containers.mp4.boxes.TimeToSampleBox.TimeToSampleEntry;
import org.jcodec.containers.mp4.boxes.TrackExtendsBox;
import org.jcodec.containers.mp4.boxes.TrackFragmentBaseMediaDecodeTimeBox;
import org.jcodec.containers.mp4.boxes.TrackFragmentBox;
import org.jcodec.containers.mp4.boxes.TrackFragmentHeaderBox;
import org.jcodec.containers.mp4.boxes.TrackHeaderBox;
import org.jcodec.containers.mp4.boxes.TrakBox;
import org.jcodec.containers.mp4.boxes.TrunBox;
import org.jcodec.containers.mp4.boxes.UrlBox;
import org.jcodec.containers.mp4.boxes.VideoMediaHeaderBox;
import org.jcodec.containers.mp4.boxes.VideoSampleEntry;

/**
 * The boxes of an MP4 with one H.264 track (ISO/IEC 14496-12 and 14496-15), built from JCodec's. Times are in units of
 * {@link #timescale} per second.
 *
 * <p>By hand: recordings of every encoder are alike, and are finished alike, where FFmpeg is and where it is not;
 * libavformat is only where it is, and JCodec's own muxer writes no fragments and its table of contents last.
 */
final class Mp4Boxes {
    private static final int TRACK = 1;
    private static final int MIN_TIMESCALE = 10_000;
    private static final int MAX_FRAME_UNITS = 1 << 14;
    private static final int[] UPRIGHT = {0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000};
    private static final int UNDETERMINED_LANGUAGE = 0x55c4;
    private static final int KEY_SAMPLE = 0x02000000;
    private static final int DEPENDENT_SAMPLE = 0x01010000;
    private static final int TRACK_ENABLED_IN_MOVIE = 3;
    private static final int DATA_IN_THIS_FILE = 1;
    private static final int DEFAULT_BASE_IS_MOOF = 0x020000;

    private final VideoFormat format;
    private final int frameUnits;
    private final int timescale;

    Mp4Boxes(VideoFormat format) {
        this.format = format;
        // Fine units: players round badly with a time scale like 15. Not finer than needed: what
        // counts them has 32 bits, and slow runs are long.
        FrameRate rate = format.rate();
        int factor = 1;
        while (factor * rate.frames() < MIN_TIMESCALE && 2L * factor * rate.seconds() <= MAX_FRAME_UNITS) {
            factor *= 2;
        }
        this.timescale = factor * rate.frames();
        this.frameUnits = factor * rate.seconds();
    }

    int timescale() {
        return timescale;
    }

    /** What stands first: ftyp and a moov without samples, which come in fragments. */
    ByteBuffer fragmentedStart(NalUnits first) {
        MovieBox movie = movie(0, track(description(first), new SampleTable(), 0));
        NodeBox extend = MovieExtendsBox.createMovieExtendsBox();
        TrackExtendsBox defaults = TrackExtendsBox.createTrackExtendsBox();
        defaults.setTrackId(TRACK);
        defaults.setDefaultSampleDescriptionIndex(1);
        defaults.setDefaultSampleDuration(frameUnits);
        extend.add(defaults);
        movie.add(extend);
        return written(fileType("iso5", List.of("iso5", "iso6", "avc1", "mp41")), movie);
    }

    /** The box before the mdat of one sample. */
    ByteBuffer fragment(int sequence, long frame, int sampleBytes, boolean keyFrame) {
        ByteBuffer sized = fragment(sequence, frame, sampleBytes, keyFrame, 0);
        return fragment(sequence, frame, sampleBytes, keyFrame, sized.remaining() + 8);
    }

    private ByteBuffer fragment(int sequence, long frame, int sampleBytes, boolean keyFrame, int dataOffset) {
        MovieFragmentHeaderBox header = MovieFragmentHeaderBox.createMovieFragmentHeaderBox();
        header.setSequenceNumber(sequence);
        FullBox trackHeader = TrackFragmentHeaderBox.create(TRACK).create();
        trackHeader.setFlags(DEFAULT_BASE_IS_MOOF);
        Box time = TrackFragmentBaseMediaDecodeTimeBox.createTrackFragmentBaseMediaDecodeTimeBox(frame * frameUnits);
        Box run = TrunBox.create(1)
                .dataOffset(dataOffset)
                .sampleSize(new int[] {sampleBytes})
                .sampleFlags(new int[] {keyFrame ? KEY_SAMPLE : DEPENDENT_SAMPLE})
                .create();
        NodeBox track = node(TrackFragmentBox.createTrackFragmentBox(), trackHeader, time, run);
        return written(node(MovieFragmentBox.createMovieFragmentBox(), header, track));
    }

    /** Everything before the mdat's content of a finished file: ftyp, moov, mdat's header. */
    ByteBuffer finishedStart(Box description, SampleTable samples) {
        int size = finishedStart(description, samples, 0).remaining();
        return finishedStart(description, samples, size);
    }

    private ByteBuffer finishedStart(Box description, SampleTable samples, long dataOffset) {
        long duration = samples.totalFrames() * frameUnits;
        ByteBuffer start = written(
                fileType("isom", List.of("isom", "iso2", "avc1", "mp41")),
                movie(duration, track(description, samples, dataOffset)));
        ByteBuffer mdat = dataHeader(samples.totalBytes());
        return ByteBuffer.allocate(start.remaining() + mdat.remaining())
                .put(start)
                .put(mdat)
                .flip();
    }

    /** Header of an mdat with that many bytes of content. */
    static ByteBuffer dataHeader(long bytes) {
        ByteBuffer header = ByteBuffer.allocate(16);
        boolean large = bytes + 8 > 0xffffffffL;
        header.putInt(large ? 1 : (int) (bytes + 8));
        header.put("mdat".getBytes(StandardCharsets.US_ASCII));
        if (large) {
            header.putLong(bytes + 16);
        }
        return header.flip();
    }

    private MovieBox movie(long duration, Box track) {
        MovieBox movie = MovieBox.createMovieBox();
        movie.add(MovieHeaderBox.createMovieHeaderBox(timescale, duration, 1, 1, 0, 0, UPRIGHT, TRACK + 1));
        movie.add(track);
        return movie;
    }

    private Box track(Box description, SampleTable samples, long dataOffset) {
        long duration = samples.totalFrames() * frameUnits;
        TrackHeaderBox header = TrackHeaderBox.createTrackHeaderBox(
                TRACK, duration, format.width(), format.height(), 0, 0, 0, (short) 0, 0, UPRIGHT);
        header.setFlags(TRACK_ENABLED_IN_MOVIE);
        Box mediaHeader = MediaHeaderBox.createMediaHeaderBox(timescale, duration, UNDETERMINED_LANGUAGE, 0, 0, 0);
        VideoMediaHeaderBox video = VideoMediaHeaderBox.createVideoMediaHeaderBox(0, 0, 0, 0);
        video.setFlags(1);
        Box info = node(
                MediaInfoBox.createMediaInfoBox(),
                video,
                dataReference(),
                sampleTable(description, samples, dataOffset));
        Box media = node(MediaBox.createMediaBox(), mediaHeader, handler(), info);
        return node(TrakBox.createTrakBox(), header, media);
    }

    /** JCodec's own handler box is QuickTime's. */
    private static Box handler() {
        ByteBuffer body = ByteBuffer.allocate(25 + "RoboReel".length());
        body.putInt(0).putInt(0).put("vide".getBytes(StandardCharsets.US_ASCII));
        body.position(24);
        body.put("RoboReel".getBytes(StandardCharsets.US_ASCII)).put((byte) 0).flip();
        return Box.createLeafBox(new Header("hdlr"), body);
    }

    private static Box dataReference() {
        UrlBox here = UrlBox.createUrlBox(null);
        here.setFlags(DATA_IN_THIS_FILE);
        return node(DataInfoBox.createDataInfoBox(), node(DataRefBox.createDataRefBox(), here));
    }

    private NodeBox sampleTable(Box description, SampleTable samples, long dataOffset) {
        boolean empty = samples.count() == 0;
        SampleToChunkEntry oneChunk = new SampleToChunkEntry(1, samples.count(), 1);
        long[] offsets = empty ? new long[0] : new long[] {dataOffset};
        NodeBox table = node(
                new NodeBox(new Header("stbl")),
                description,
                TimeToSampleBox.createTimeToSampleBox(durations(samples)),
                SampleToChunkBox.createSampleToChunkBox(
                        empty ? new SampleToChunkEntry[0] : new SampleToChunkEntry[] {oneChunk}),
                SampleSizesBox.createSampleSizesBox2(samples.sizes()),
                ChunkOffsets64Box.createChunkOffsets64Box(offsets));
        if (!empty) {
            table.add(SyncSamplesBox.createSyncSamplesBox(samples.keyFrames()));
        }
        return table;
    }

    /** How pictures are decoded that begin with these parameter sets. */
    Box description(NalUnits first) {
        return SampleDescriptionBox.createSampleDescriptionBox(sampleEntry(first));
    }

    /** The same of another file, by its content there. */
    static Box description(ByteBuffer content) {
        return Box.createLeafBox(new Header("stsd"), content);
    }

    private VideoSampleEntry[] sampleEntry(NalUnits first) {
        ByteBuffer sequence = first.sequenceParameters();
        AvcCBox configuration = AvcCBox.createAvcCBox(
                sequence.get(1) & 0xff,
                sequence.get(2) & 0xff,
                sequence.get(3) & 0xff,
                4,
                List.of(withoutUnitHeader(sequence)),
                List.of(withoutUnitHeader(first.pictureParameters())));
        VideoSampleEntry entry =
                VideoSampleEntry.videoSampleEntry("avc1", new Size(format.width(), format.height()), "RoboReel");
        entry.add(configuration);
        return new VideoSampleEntry[] {entry};
    }

    /** JCodec's box writes that byte itself. */
    private static ByteBuffer withoutUnitHeader(ByteBuffer unit) {
        return unit.slice(1, unit.limit() - 1);
    }

    private TimeToSampleEntry[] durations(SampleTable samples) {
        List<TimeToSampleEntry> entries = new ArrayList<>();
        int from = 0;
        for (int sample = 1; sample <= samples.count(); sample++) {
            long frames = samples.durationFrames(from);
            if (sample == samples.count() || samples.durationFrames(sample) != frames) {
                entries.add(new TimeToSampleEntry(sample - from, units(frames)));
                from = sample;
            }
        }
        return entries.toArray(TimeToSampleEntry[]::new);
    }

    private int units(long frames) {
        long units = frames * frameUnits;
        if (units > Integer.MAX_VALUE) {
            throw new ArithmeticException(Sentence.of(
                    "a picture is shown for %s s, longer than an MP4 can say; expected at most %s s",
                    units / timescale, Integer.MAX_VALUE / timescale));
        }
        return (int) units;
    }

    private static Box fileType(String brand, List<String> compatible) {
        return FileTypeBox.createFileTypeBox(brand, 512, compatible);
    }

    private static NodeBox node(NodeBox parent, Box... children) {
        for (Box child : children) {
            parent.add(child);
        }
        return parent;
    }

    private static ByteBuffer written(Box... boxes) {
        int size = 0;
        for (Box box : boxes) {
            size += box.estimateSize() + 256;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (Box box : boxes) {
            box.write(bytes);
        }
        return bytes.flip();
    }
}
