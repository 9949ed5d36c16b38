package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.video.encode.VideoCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Frames per second, bytes and quality of the video encoders. */
@Command(
        name = "video",
        description = {
            "Encodes raw RGB24 frames into MP4 files, several at the same time, through the"
                    + " recorder's own encoders and files; with --peer the same frames by"
                    + " bench/peers/peer_video.py, alternately."
        },
        mixinStandardHelpOptions = true)
final class VideoCommand implements Callable<Integer> {
    private static final Pattern SIZE = Pattern.compile("(\\d{2,5})x(\\d{2,5})");

    @Spec
    private CommandSpec spec;

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

    VideoCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchArguments.requireAtLeast("--streams", streams, 1);
        BenchArguments.requireAtLeast("--frames", frames, 1);
        BenchArguments.requireAtLeast("--fps", fps, 1);
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        Matcher parsed = SIZE.matcher(size);
        if (!parsed.matches()) {
            throw new IllegalArgumentException(
                    "--size is '" + size + "'; expected width x height, for example 1280x360");
        }
        int width = evenSize(parsed.group(1));
        int height = evenSize(parsed.group(2));
        List<VideoCodec> codecs = codecs();
        try (OutputSubfolder folder = OutputSubfolder.below(null, false)) {
            Path scene = raw == null ? folder.path().resolve("scene.rgb") : raw;
            VideoScenario scenario = new VideoScenario(folder.path(), scene, width, height, streams, frames, fps);
            VideoReport report = scenario.run(codecs, peer, rounds);
            report.figures().print(spec.commandLine(), report.table());
        }
        return 0;
    }

    private List<VideoCodec> codecs() {
        if (encoder.equals("all")) {
            return Arrays.stream(VideoCodec.values())
                    .filter(VideoCodec::isAvailable)
                    .toList();
        }
        for (VideoCodec codec : VideoCodec.values()) {
            if (codec.name().toLowerCase(Locale.ROOT).equals(encoder)) {
                codec.whyMissing().ifPresent(why -> {
                    throw new IllegalArgumentException("--encoder " + encoder + " cannot be used: " + why);
                });
                return List.of(codec);
            }
        }
        throw new IllegalArgumentException("--encoder is '" + encoder + "'; expected x264, openh264, jcodec or all");
    }

    private static int evenSize(String text) {
        int value = Integer.parseInt(text);
        if (value % 2 != 0 || value < 16) {
            throw new IllegalArgumentException("--size has " + value + "; expected even numbers from 16");
        }
        return value;
    }
}
