package io.github.roboreel.recorder.bench;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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

    String json() {
        String encoders = results.entrySet().stream()
                .map(e -> '"' + e.getKey() + "\": {" + figures(e.getValue()) + ratios(e) + "}")
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "{\"bench\": \"video\", \"size\": \"%s\", \"streams\": %d, \"frames\": %d,"
                        + " \"fps\": %d, \"rounds\": %d, \"encoders\": {%s}, \"peer\": %s}",
                size,
                streams,
                frames,
                fps,
                rounds,
                encoders,
                peer == null ? "null" : "{" + figures(peer) + "}");
    }

    private static String figures(VideoResult result) {
        return String.format(
                Locale.ROOT,
                "\"fps_total\": %.1f, \"bytes_per_frame\": %.1f, \"psnr_db\": %.3f",
                result.framesPerSecond(),
                result.bytesPerFrame(),
                result.psnrDb());
    }

    /** Against the peer: factors, and a difference in dB. */
    private String ratios(Map.Entry<String, VideoResult> entry) {
        if (peer == null) {
            return "";
        }
        VideoResult result = entry.getValue();
        return String.format(
                Locale.ROOT,
                ", \"fps_ratio\": %.3f, \"bytes_ratio\": %.3f, \"psnr_diff_db\": %.3f",
                result.framesPerSecond() / peer.framesPerSecond(),
                result.bytesPerFrame() / peer.bytesPerFrame(),
                result.psnrDb() - peer.psnrDb());
    }
}
