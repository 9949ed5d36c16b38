package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.video.file.VideoCodec;
import io.github.roboreel.recorder.video.file.VideoWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code bench video}: the same frames by every encoder in turn, as many videos at the same time as there are streams,
 * each on a thread of its own, as the peer gives each a process of its own.
 */
@Command(
        name = "video",
        description = "Encodes raw RGB24 frames into MP4 files, several at the same time, through the"
                + " recorder's own encoders and files; with --peer the same frames by"
                + " bench/peers/peer_video.py, alternately.")
final class VideoBenchmark extends Scenario {
    private static final Pattern PSNR = Pattern.compile("average:([0-9.]+|inf)");
    private static final String PEER = "peer";
    private static final int MIN_SIDE = 16;

    @Param("Width x height of a frame, both even")
    private FrameSize size = new FrameSize(1280, 360);

    @Param("Videos written at the same time")
    private int streams = 4;

    @Param("Frames per video")
    private int frames = 300;

    @Param("Frames per second the videos are played at")
    private int fps = 15;

    @Param("File of packed RGB24 frames, used in a loop; written with a moving test scene"
            + " where there is none. A temporary one if not given")
    private Path raw;

    @Param("x264 (build with ROBOREEL_PROFILES=gpl), openh264, jcodec, or all that are there")
    private String encoder = "all";

    @Param("Measure the peer too; needs Python and ffmpeg")
    private boolean peer;

    @Param("Rounds of which each encoder's fastest counts")
    private int rounds = 3;

    @Override
    boolean isOnDisk() {
        return false;
    }

    @Override
    void check() {
        for (int side : new int[] {size.width(), size.height()}) {
            if (side % 2 != 0 || side < MIN_SIDE) {
                throw new IllegalArgumentException("--size has " + side + "; expected even numbers from " + MIN_SIDE);
            }
        }
        codecs();
    }

    private List<VideoCodec> codecs() {
        Predicate<VideoCodec> isAsked = encoder.equals("all")
                ? VideoCodec::isAvailable
                : codec -> name(codec).equals(encoder);
        List<VideoCodec> codecs = Stream.of(VideoCodec.values()).filter(isAsked).toList();
        if (codecs.isEmpty()) {
            throw new IllegalArgumentException(
                    "--encoder is '" + encoder + "'; expected x264, openh264, jcodec or all");
        }
        codecs.get(0).whyMissing().ifPresent(why -> {
            throw new IllegalArgumentException("--encoder " + encoder + " cannot be used: " + why);
        });
        return codecs;
    }

    private static String name(VideoCodec codec) {
        return codec.name().toLowerCase(Locale.ROOT);
    }

    @Override
    void measure(Path folder) throws IOException, InterruptedException {
        Path scene = raw == null ? folder.resolve("scene.rgb") : raw;
        if (!Files.exists(scene)) {
            // It writes the scene.
            runPeer(folder, scene, 1, 1);
        }
        List<ByteBuffer> pictures = read(scene);
        Map<String, Map<String, Double>> fastest = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (VideoCodec codec : codecs()) {
                fastest.merge(name(codec), encode(codec, folder, scene, pictures), VideoBenchmark::faster);
            }
            if (peer) {
                fastest.merge(PEER, runPeer(folder, scene, streams, frames), VideoBenchmark::faster);
            }
        }
        Map<String, Figures> rows = new LinkedHashMap<>();
        fastest.forEach((name, reached) -> rows.put(name, new Figures().put(reached)));
        Map<String, Double> ofPeer = fastest.get(PEER);
        fastest.forEach((name, ours) -> {
            if (peer && !name.equals(PEER)) {
                rows.get(name)
                        .put("fps_ratio", ours.get("fps_total") / ofPeer.get("fps_total"))
                        .put("bytes_ratio", ours.get("bytes_per_frame") / ofPeer.get("bytes_per_frame"))
                        .put("psnr_diff_db", ours.get("psnr_db") - ofPeer.get("psnr_db"));
            }
        });
        say("", rows);
        figures.put("size", size.toString()).put("peer", rows.remove(PEER)).put("encoders", rows);
    }

    private static Map<String, Double> faster(Map<String, Double> one, Map<String, Double> other) {
        return one.get("fps_total") >= other.get("fps_total") ? one : other;
    }

    private List<ByteBuffer> read(Path scene) throws IOException {
        int bytes = size.bytes();
        List<ByteBuffer> pictures = new ArrayList<>();
        try (FileChannel file = FileChannel.open(scene)) {
            if (file.size() < bytes || file.size() % bytes != 0) {
                throw new IllegalArgumentException(
                        scene + " has " + file.size() + " bytes; expected whole RGB24 frames of " + bytes);
            }
            for (long at = 0; at < file.size(); at += bytes) {
                ByteBuffer frame = ByteBuffer.allocateDirect(bytes);
                while (frame.hasRemaining()) {
                    file.read(frame, at + frame.position());
                }
                pictures.add(frame.clear());
            }
        }
        return pictures;
    }

    /** Frames per second of all streams together, bytes per frame of a finished file and its quality. */
    private Map<String, Double> encode(VideoCodec codec, Path folder, Path scene, List<ByteBuffer> pictures)
            throws IOException, InterruptedException {
        List<Path> videos = IntStream.range(0, streams)
                .mapToObj(stream -> folder.resolve(codec + "_" + stream + ".mp4"))
                .toList();
        ExecutorService workers = Executors.newFixedThreadPool(streams);
        try {
            long start = System.nanoTime();
            List<Future<Path>> written = new ArrayList<>();
            for (Path video : videos) {
                written.add(workers.submit(() -> write(codec, pictures, video)));
            }
            for (Future<Path> video : written) {
                video.get();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            Map<String, Double> reached = new LinkedHashMap<>();
            reached.put("fps_total", frames * streams / seconds);
            reached.put("bytes_per_frame", (double) Files.size(videos.get(0)) / frames);
            reached.put("psnr_db", psnr(videos.get(0), scene, pictures.size()));
            return reached;
        } catch (ExecutionException e) {
            throw new IOException(codec + " failed: " + e.getCause().getMessage(), e.getCause());
        } finally {
            workers.shutdownNow();
            for (Path video : videos) {
                Files.deleteIfExists(video);
            }
        }
    }

    private Path write(VideoCodec codec, List<ByteBuffer> pictures, Path video) throws IOException {
        try (VideoWriter writer = VideoWriter.create(video, size.width(), size.height(), 1.0 / fps, codec)) {
            for (int frame = 0; frame < frames; frame++) {
                writer.write(pictures.get(frame % pictures.size()), frame);
            }
            return writer.finish();
        }
    }

    private Map<String, Double> runPeer(Path folder, Path scene, int ownStreams, int ownFrames)
            throws IOException, InterruptedException {
        return Child.python("peer_video.py", "--size", size, "--fps", fps, "--frames", ownFrames)
                .and("--streams", ownStreams, "--raw", scene, "--out", folder.resolve("peer"))
                .printed()
                .pick("fps_total", "bytes_per_frame", "psnr_db");
    }

    /** Quality of a video of raw frames that were used in a loop, dB, by the command that the peer uses. */
    private double psnr(Path video, Path scene, int rawFrames) throws IOException, InterruptedException {
        String printed = Child.of("ffmpeg", "-v", "info", "-nostdin", "-i", video)
                .and("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", fps)
                .and("-stream_loop", Math.max(0, frames / rawFrames - 1), "-i", scene, "-lavfi")
                .and("[0:v]format=yuv420p[x];[1:v]format=yuv420p[y];[x][y]psnr=shortest=1", "-f", "null", "-")
                .run()
                .get(1);
        Matcher average = PSNR.matcher(printed);
        if (!average.find()) {
            throw new IOException("ffmpeg gave no PSNR for " + video);
        }
        return average.group(1).equals("inf") ? 100 : Double.parseDouble(average.group(1));
    }
}
