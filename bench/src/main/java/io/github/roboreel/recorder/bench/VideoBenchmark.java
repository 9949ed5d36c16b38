package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.video.file.VideoCodec;
import io.github.roboreel.recorder.video.file.VideoWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code bench video}: the same frames by every encoder in turn, as many videos at the same time as there are streams,
 * each on a thread of its own, as the peer gives each a process of its own.
 */
@Command(
        name = "video",
        description = {
            "Encodes raw RGB24 frames into MP4 files, several at the same time, through the"
                    + " recorder's own encoders and files; with --peer the same frames by"
                    + " bench/peers/peer_video.py, alternately."
        },
        mixinStandardHelpOptions = true)
final class VideoBenchmark extends BenchCommand {
    private static final Pattern SIZE = Pattern.compile("(\\d{2,5})x(\\d{2,5})");
    private static final Pattern PSNR = Pattern.compile("average:([0-9.]+|inf)");

    @Option(
            names = "--size",
            defaultValue = "1280x360",
            description = "Width x height of a frame, both even (${DEFAULT-VALUE}).")
    private String size;

    @Option(
            names = "--streams",
            defaultValue = "4",
            description = "Videos written at the same time, 1 or more (${DEFAULT-VALUE}).")
    private int streams;

    @Option(names = "--frames", defaultValue = "300", description = "Frames per video, 1 or more (${DEFAULT-VALUE}).")
    private int frames;

    @Option(
            names = "--fps",
            defaultValue = "15",
            description = "Frames per second the videos are played at (${DEFAULT-VALUE}).")
    private int fps;

    @Option(
            names = "--raw",
            description = "File of packed RGB24 frames, used in a loop; written with a moving test scene"
                    + " where there is none. A temporary one if not given.")
    private Path raw;

    @Option(
            names = "--encoder",
            defaultValue = "all",
            description = "x264 (build with ROBOREEL_PROFILES=gpl), openh264, jcodec, or all that are"
                    + " there (${DEFAULT-VALUE}).")
    private String encoder;

    @Option(names = "--peer", description = "Measure the peer too; needs Python and ffmpeg.")
    private boolean peer;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Rounds of which each encoder's fastest counts (${DEFAULT-VALUE}).")
    private int rounds;

    private int width;
    private int height;

    /**
     * What one encoder reached.
     *
     * @param framesPerSecond of all streams together
     * @param bytesPerFrame of the finished file
     * @param psnrDb peak signal-to-noise ratio of Y, U and V together
     */
    private record Reached(double framesPerSecond, double bytesPerFrame, double psnrDb) {
        Reached faster(Reached other) {
            return framesPerSecond >= other.framesPerSecond ? this : other;
        }

        /** Against the peer: factors, and a difference in dB. */
        Figures figures(Reached peer) {
            Figures figures = new Figures()
                    .put("fps_total", framesPerSecond, 1, "frames/s", 1)
                    .put("bytes_per_frame", bytesPerFrame, 1, "bytes/frame", 0)
                    .put("psnr_db", psnrDb, 3, "PSNR dB", 2);
            return peer == null
                    ? figures
                    : figures.put("fps_ratio", framesPerSecond / peer.framesPerSecond, 3, "x frames/s", 2)
                            .put("bytes_ratio", bytesPerFrame / peer.bytesPerFrame, 3, "x bytes", 2)
                            .put("psnr_diff_db", psnrDb - peer.psnrDb, 3);
        }
    }

    @Override
    void check() {
        Options.requireAtLeast("--streams", streams, 1);
        Options.requireAtLeast("--frames", frames, 1);
        Options.requireAtLeast("--fps", fps, 1);
        Options.requireAtLeast("--rounds", rounds, 1);
        Matcher parsed = SIZE.matcher(size);
        if (!parsed.matches()) {
            throw new IllegalArgumentException(
                    "--size is '" + size + "'; expected width x height, for example 1280x360");
        }
        width = evenSize(parsed.group(1));
        height = evenSize(parsed.group(2));
        codecs();
    }

    private static int evenSize(String text) {
        int value = Integer.parseInt(text);
        if (value % 2 != 0 || value < 16) {
            throw new IllegalArgumentException("--size has " + value + "; expected even numbers from 16");
        }
        return value;
    }

    private List<VideoCodec> codecs() {
        if (encoder.equals("all")) {
            return Arrays.stream(VideoCodec.values())
                    .filter(VideoCodec::isAvailable)
                    .toList();
        }
        for (VideoCodec codec : VideoCodec.values()) {
            if (name(codec).equals(encoder)) {
                codec.whyMissing().ifPresent(why -> {
                    throw new IllegalArgumentException("--encoder " + encoder + " cannot be used: " + why);
                });
                return List.of(codec);
            }
        }
        throw new IllegalArgumentException("--encoder is '" + encoder + "'; expected x264, openh264, jcodec or all");
    }

    private static String name(VideoCodec codec) {
        return codec.name().toLowerCase(Locale.ROOT);
    }

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        Path scene = raw == null ? folder.resolve("scene.rgb") : raw;
        if (!Files.exists(scene)) {
            // It writes the scene.
            runPeer(folder, scene, 1, 1);
        }
        List<ByteBuffer> pictures = read(scene);
        Map<String, Reached> best = new LinkedHashMap<>();
        Reached bestOfPeer = null;
        for (int round = 0; round < rounds; round++) {
            for (VideoCodec codec : codecs()) {
                best.merge(name(codec), encode(codec, folder, scene, pictures), Reached::faster);
            }
            if (peer) {
                Reached reached = runPeer(folder, scene, streams, frames);
                bestOfPeer = bestOfPeer == null ? reached : bestOfPeer.faster(reached);
            }
        }
        Map<String, Figures> encoders = new LinkedHashMap<>();
        for (Map.Entry<String, Reached> reached : best.entrySet()) {
            encoders.put(reached.getKey(), reached.getValue().figures(bestOfPeer));
        }
        Map<String, Figures> rows = new LinkedHashMap<>(encoders);
        Figures ofPeer = peer ? bestOfPeer.figures(null) : null;
        if (peer) {
            rows.put("peer", ofPeer);
        }
        return new Figures()
                .put("bench", "video")
                .put("size", width + "x" + height)
                .put("streams", streams)
                .put("frames", frames)
                .put("fps", fps)
                .put("rounds", rounds)
                .put("encoders", encoders)
                .put("peer", ofPeer)
                .say(Sentence.of(
                        "video: %d streams of %d frames, %dx%d, fastest of %d rounds",
                        streams, frames, width, height, rounds))
                .say(Figures.table("", rows));
    }

    private List<ByteBuffer> read(Path scene) throws IOException {
        int bytes = 3 * width * height;
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

    private Reached encode(VideoCodec codec, Path folder, Path scene, List<ByteBuffer> pictures)
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
            return new Reached(
                    frames * streams / seconds,
                    (double) Files.size(videos.get(0)) / frames,
                    psnr(videos.get(0), scene, pictures.size()));
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
        try (VideoWriter writer = VideoWriter.create(video, width, height, 1.0 / fps, codec)) {
            for (int frame = 0; frame < frames; frame++) {
                writer.write(pictures.get(frame % pictures.size()), frame);
            }
            return writer.finish();
        }
    }

    private Reached runPeer(Path folder, Path scene, int ownStreams, int ownFrames)
            throws IOException, InterruptedException {
        PeerFigures json = PeerProcess.python(
                "peer_video.py",
                "--size=" + width + "x" + height,
                "--fps=" + fps,
                "--frames=" + ownFrames,
                "--streams=" + ownStreams,
                "--raw=" + scene,
                "--out=" + folder.resolve("peer"));
        return new Reached(json.number("fps_total"), json.number("bytes_per_frame"), json.number("psnr_db"));
    }

    /** Quality of a video of raw frames that were used in a loop, dB, by the command that the peer uses. */
    private double psnr(Path video, Path scene, int rawFrames) throws IOException, InterruptedException {
        int loops = Math.max(0, frames / rawFrames - 1);
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-v", "info", "-nostdin", "-i", video.toString()));
        command.addAll(List.of("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", width + "x" + height, "-r", "" + fps));
        command.addAll(List.of("-stream_loop", "" + loops, "-i", scene.toString(), "-lavfi"));
        command.addAll(
                List.of("[0:v]format=yuv420p[x];[1:v]format=yuv420p[y];[x][y]psnr=shortest=1", "-f", "null", "-"));
        String printed = PeerProcess.complaints(command);
        Matcher average = PSNR.matcher(printed);
        if (!average.find()) {
            throw new IOException("ffmpeg gave no PSNR for " + video);
        }
        return average.group(1).equals("inf") ? 100 : Double.parseDouble(average.group(1));
    }
}
