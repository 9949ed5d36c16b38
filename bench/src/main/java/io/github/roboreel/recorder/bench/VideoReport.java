package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What {@link VideoScenario} measured.
 *
 * @param size width x height
 * @param streams videos at the same time
 * @param frames frames per video
 * @param fps frames per second of playing
 * @param rounds rounds of which the fastest counts
 * @param results by encoder
 * @param peer the peer's; null when it was not measured
 */
record VideoReport(
        String size, int streams, int frames, int fps, int rounds, Map<String, VideoResult> results, VideoResult peer) {

    String table() {
        StringBuilder table = new StringBuilder();
        table.append(String.format(
                Locale.ROOT,
                "video: %d streams of %d frames, %s, fastest of %d rounds%n" + "%-10s %10s %12s %9s %18s",
                streams,
                frames,
                size,
                rounds,
                "",
                "frames/s",
                "bytes/frame",
                "PSNR dB",
                peer == null ? "" : "frames/s, bytes"));
        results.forEach((name, result) -> table.append(row(name, result)));
        if (peer != null) {
            table.append(row("peer", peer));
        }
        return table.toString();
    }

    private String row(String name, VideoResult result) {
        String ratios = peer == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "x%.2f, x%.2f",
                        result.framesPerSecond() / peer.framesPerSecond(),
                        result.bytesPerFrame() / peer.bytesPerFrame());
        return String.format(
                Locale.ROOT,
                "%n%-10s %10.1f %12.0f %9.2f %18s",
                name,
                result.framesPerSecond(),
                result.bytesPerFrame(),
                result.psnrDb(),
                ratios);
    }

    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("bench", "video");
        figures.put("size", size);
        figures.put("streams", streams);
        figures.put("frames", frames);
        figures.put("fps", fps);
        figures.put("rounds", rounds);
        Map<String, Object> encoders = new LinkedHashMap<>();
        results.forEach((name, result) -> encoders.put(name, withRatios(result)));
        figures.put("encoders", encoders);
        figures.put("peer", peer == null ? null : figures(peer));
        return figures;
    }

    private static Map<String, Object> figures(VideoResult result) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("fps_total", Json.rounded(result.framesPerSecond(), 1));
        figures.put("bytes_per_frame", Json.rounded(result.bytesPerFrame(), 1));
        figures.put("psnr_db", Json.rounded(result.psnrDb(), 3));
        return figures;
    }

    /** Against the peer: factors, and a difference in dB. */
    private Map<String, Object> withRatios(VideoResult result) {
        Map<String, Object> figures = figures(result);
        if (peer != null) {
            figures.put("fps_ratio", Json.rounded(result.framesPerSecond() / peer.framesPerSecond(), 3));
            figures.put("bytes_ratio", Json.rounded(result.bytesPerFrame() / peer.bytesPerFrame(), 3));
            figures.put("psnr_diff_db", Json.rounded(result.psnrDb() - peer.psnrDb(), 3));
        }
        return figures;
    }
}
