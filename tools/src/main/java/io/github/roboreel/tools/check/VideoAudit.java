package io.github.roboreel.tools.check;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.video.container.VideoProbe;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.folder.EpisodeRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Holds one video against the demo that it shows. */
final class VideoAudit {
    private static final double RATE_TOLERANCE = 0.05;
    private static final String ADVICE = "take it from a backup";

    private final Scope scope;
    private final DemoFacts demo;
    private final Optional<EpisodeRecord> line;

    VideoAudit(Scope scope, DemoFacts demo, Optional<EpisodeRecord> line) {
        this.scope = scope;
        this.demo = demo;
        this.line = line;
    }

    void run(Path video) {
        try {
            VideoProbe probe = VideoProbe.read(video);
            checkFrames(video, probe);
            checkFormat(video, probe);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            String prefix = video + " ";
            error(
                    video,
                    message.startsWith(prefix)
                            ? message.substring(prefix.length())
                            : "cannot be read (" + message + ")");
        }
    }

    private void error(Path video, String problem) {
        scope.findings().error(video, "", problem, ADVICE);
    }

    /** A frame shows the world after its step; that of the last one comes with the end. */
    private boolean hasFinalObservation() {
        return demo.datasets().entrySet().stream()
                .filter(e -> e.getKey().startsWith("final_obs/"))
                .anyMatch(e -> e.getValue().isImage() && e.getValue().rows() > 0);
    }

    /**
     * Frames that a video must have; none needs no video. RoboLab leaves the last step out. Frames that the recorder
     * says it dropped are not missed.
     */
    long fewestFrames() {
        long dropped =
                line.map(l -> l.json().path("dropped_video_frames").asLong()).orElse(0L);
        boolean mayLackLast = !scope.isOurs() || !hasFinalObservation();
        long fewest = demo.numSamples() - (scope.isOurs() ? dropped : 0) - (mayLackLast ? 1 : 0);
        return Math.max(0, fewest);
    }

    private void checkFrames(Path video, VideoProbe probe) {
        long steps = demo.numSamples();
        if (steps < 0) {
            return;
        }
        long fewest = fewestFrames();
        boolean isRecovered = demo.status().equals(EpisodeStatus.RECOVERED.label())
                || line.filter(EpisodeRecord::isRecovered).isPresent();
        String problem = "has " + probe.frames() + " frames for " + steps + " steps";
        if (probe.frames() == 0 && steps > 0) {
            error(video, problem);
        } else if (isRecovered && probe.frames() < fewest) {
            scope.findings().note(video, "", problem + ": its recorder died before it was whole", "");
        } else if (probe.frames() < fewest || probe.frames() > steps) {
            error(video, problem);
        }
    }

    private void checkFormat(Path video, VideoProbe probe) {
        double expected = scope.env().frameSeconds().isPresent()
                ? 1 / scope.env().frameSeconds().getAsDouble()
                : 0;
        double given = probe.framesPerSecond();
        boolean isKnown = expected > 0 && given > 0;
        if (isKnown && Math.abs(given - expected) > RATE_TOLERANCE * expected) {
            error(video, String.format(Locale.ROOT, "has %.3f frames per second; expected %.3f", given, expected));
        }
        if (probe.width() % 2 != 0 || probe.height() % 2 != 0) {
            ifOurs(video, "has the odd size " + probe.width() + "x" + probe.height());
        }
        if (!probe.codec().startsWith("avc")) {
            ifOurs(video, "is coded as " + probe.codec() + "; expected H.264");
        }
        if (probe.isFragmented() || !probe.isFaststart()) {
            ifOurs(video, "has no table of contents before its pictures, so browsers load it whole");
        }
    }

    private void ifOurs(Path video, String problem) {
        scope.errorIfOurs(video, "", problem, "write it anew, for example with ffmpeg");
    }
}
