package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.VideoReport.VideoResult;
import io.github.roboreel.recorder.bench.record.Figures;
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
        Map<String, Figures> rows = new LinkedHashMap<>();
        results.forEach((name, result) -> rows.put(name, withRatios(result)));
        if (peer != null) {
            rows.put("peer", figures(peer));
        }
        String head = String.format(
                Locale.ROOT,
                "video: %d streams of %d frames, %s, fastest of %d rounds%n",
                streams,
                frames,
                size,
                rounds);
        return head + Figures.table("", rows);
    }

    Figures figures() {
        Figures encoders = new Figures();
        results.forEach((name, result) -> encoders.put(name, withRatios(result)));
        return new Figures()
                .put("bench", "video")
                .put("size", size)
                .put("streams", streams)
                .put("frames", frames)
                .put("fps", fps)
                .put("rounds", rounds)
                .put("encoders", encoders)
                .put("peer", peer == null ? null : figures(peer));
    }

    private static Figures figures(VideoResult result) {
        return new Figures()
                .put("fps_total", result.framesPerSecond(), 1, "frames/s", 1)
                .put("bytes_per_frame", result.bytesPerFrame(), 1, "bytes/frame", 0)
                .put("psnr_db", result.psnrDb(), 3, "PSNR dB", 2);
    }

    /** Against the peer: factors, and a difference in dB. */
    private Figures withRatios(VideoResult result) {
        if (peer == null) {
            return figures(result);
        }
        return figures(result)
                .put("fps_ratio", result.framesPerSecond() / peer.framesPerSecond(), 3, "x frames/s", 2)
                .put("bytes_ratio", result.bytesPerFrame() / peer.bytesPerFrame(), 3, "x bytes", 2)
                .put("psnr_diff_db", result.psnrDb() - peer.psnrDb(), 3);
    }

    /**
     * What one encoder reached.
     *
     * @param framesPerSecond of all streams together
     * @param bytesPerFrame of the finished file
     * @param psnrDb peak signal-to-noise ratio of Y, U and V together, dB
     */
    record VideoResult(double framesPerSecond, double bytesPerFrame, double psnrDb) {
        VideoResult faster(VideoResult other) {
            return framesPerSecond >= other.framesPerSecond ? this : other;
        }
    }
}
