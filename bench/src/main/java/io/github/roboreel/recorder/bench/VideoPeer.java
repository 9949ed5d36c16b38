package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.VideoReport.VideoResult;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs {@code bench/peers/peer_video.py}, and measures quality with the command that it uses. */
final class VideoPeer {
    private static final Pattern AVERAGE = Pattern.compile("average:([0-9.]+|inf)");

    private final Path raw;
    private final int width;
    private final int height;
    private final int fps;

    VideoPeer(Path raw, int width, int height, int fps) {
        this.raw = raw;
        this.width = width;
        this.height = height;
        this.fps = fps;
    }

    /** Measures the peer; it writes a test scene first where there are no raw frames. */
    VideoResult run(Path folder, int streams, int frames) throws IOException, InterruptedException {
        PeerFigures json = PeerProcess.python(
                "peer_video.py",
                "--size",
                width + "x" + height,
                "--fps",
                fps,
                "--frames",
                frames,
                "--streams",
                streams,
                "--raw",
                raw,
                "--out",
                folder.resolve("peer"));
        return new VideoResult(json.number("fps_total"), json.number("bytes_per_frame"), json.number("psnr_db"));
    }

    /** Quality of a video of raw frames that were used in a loop, dB. */
    double psnr(Path video, int frames, int rawFrames) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-v", "info", "-nostdin"));
        command.addAll(List.of("-i", video.toString(), "-f", "rawvideo", "-pix_fmt", "rgb24"));
        command.addAll(List.of("-s", width + "x" + height, "-r", Integer.toString(fps)));
        int loops = Math.max(0, frames / rawFrames - 1);
        command.addAll(List.of("-stream_loop", Integer.toString(loops), "-i", raw.toString()));
        command.addAll(List.of(
                "-lavfi", "[0:v]format=yuv420p[x];[1:v]format=yuv420p[y];[x][y]psnr=shortest=1", "-f", "null", "-"));
        Matcher average = AVERAGE.matcher(output(command));
        if (!average.find()) {
            throw new IOException("ffmpeg gave no PSNR for " + video);
        }
        return average.group(1).equals("inf") ? 100 : Double.parseDouble(average.group(1));
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command.get(0) + " failed: " + out.strip());
        }
        return out;
    }
}
