package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recorder.video.file.VideoProbe;
import io.github.roboreel.recordings.folder.EnvFolder.VideoFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Audit of the videos that an env folder must have, of their names, and of each against the demo that it shows. */
final class VideosAudit {
    /** More names are tried by the recorder, but no episode has that many videos. */
    private static final int NAMES_TRIED = 50;

    private static final double RATE_TOLERANCE = 0.05;

    private final Scope scope;
    private final Findings findings;
    private final List<ScannedRun> runs;
    private final AuditReport.Counts counts;
    private final Set<VideoKind> expected;
    private final Set<Path> used = new HashSet<>();

    VideosAudit(Scope scope, List<ScannedRun> runs, AuditReport.Counts counts) {
        this.scope = scope;
        this.findings = scope.findings();
        this.runs = runs;
        this.counts = counts;
        this.expected = expectedKinds();
    }

    /** As promised; without a promise, the kinds of which there is one at all. */
    private Set<VideoKind> expectedKinds() {
        Optional<String> mode = scope.env().runComplete().map(RunComplete::videoMode);
        Set<VideoKind> kinds = EnumSet.noneOf(VideoKind.class);
        for (VideoKind kind : VideoKind.values()) {
            boolean isPromised = mode.isPresent()
                    ? mode.get().equals("all") || mode.get().equalsIgnoreCase(kind.name())
                    : scope.env().videos().stream().anyMatch(v -> isOfKind(v, kind));
            if (isPromised) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    private static boolean isOfKind(VideoFile video, VideoKind kind) {
        return video.camera().isEmpty() && video.isViewport() == (kind == VideoKind.VIEWPORT);
    }

    /**
     * Checks the videos of a demo.
     *
     * @param line its result line
     */
    void check(ScannedRun run, DemoFacts demo, Optional<EpisodeRecord> line) {
        OptionalInt env = Scope.number(demo);
        if (run.file().isLegacy() || env.isEmpty()) {
            return;
        }
        long fewest = fewestFrames(demo, line);
        for (VideoKind kind : VideoKind.values()) {
            List<VideoFile> found = scope.env().videosOf(run.file().run().getAsInt()).stream()
                    .filter(v -> isOfKind(v, kind))
                    .filter(v -> v.envId().orElse(0) == env.getAsInt())
                    .toList();
            for (VideoFile video : found) {
                used.add(video.path());
                counts.addVideo();
                checkContent(video.path(), demo, line, fewest);
            }
            // Nearly always the first one is it, and forming a name takes time.
            Optional<String> first = names(run, demo, line, kind).findFirst();
            if (found.isEmpty() && expected.contains(kind) && fewest > 0) {
                if (!wasRemoved(names(run, demo, line, kind))) {
                    reportMissing(run, demo, kind, first);
                }
            } else if (first.isPresent()) {
                found.forEach(video -> checkName(video, first.get(), names(run, demo, line, kind)));
            }
        }
    }

    private boolean wasRemoved(Stream<String> names) {
        Path folder = scope.env().path();
        return !scope.env().removed().isEmpty()
                && names.anyMatch(name -> scope.env().removed().contains(folder.resolve(name)));
    }

    private void reportMissing(ScannedRun run, DemoFacts demo, VideoKind kind, Optional<String> name) {
        String what = kind == VideoKind.VIEWPORT ? "viewport video" : "sensor video";
        Path folder = scope.env().path();
        Path file = name.map(folder::resolve).orElse(folder);
        findings.error(file, "", "is missing: the " + what + " of " + run.place(demo), Scope.BACKUP);
    }

    private void checkName(VideoFile video, String first, Stream<String> names) {
        if (names.noneMatch(video.path().getFileName().toString()::equals)) {
            String problem = "is not named after the episode's instruction; expected " + first;
            scope.errorIfOurs(video.path(), "", problem, "rename it");
        }
    }

    /** Where the instructions of demo and line differ, that is reported elsewhere and either names the video. */
    private Stream<String> names(ScannedRun run, DemoFacts demo, Optional<EpisodeRecord> line, VideoKind kind) {
        Stream<String> ofLine = line.flatMap(EpisodeRecord::instruction).stream();
        Stream<String> instructions = demo.attributes().get(AttributeNames.INSTRUCTION) instanceof String text
                ? Stream.concat(Stream.of(text), ofLine).distinct()
                : ofLine;
        int env = Scope.number(demo).orElse(0);
        int demos = scope.demosPerRun(run).orElse(run.facts().demos().size());
        EpisodeId id = new EpisodeId(run.file().run().orElse(0), env, Math.max(env + 1, demos));
        return instructions.flatMap(
                instruction -> VideoNames.fileNames(instruction, id, kind).limit(NAMES_TRIED));
    }

    /**
     * Frames that a video must have; none needs no video. RoboLab leaves the last step out. Frames that the recorder
     * says it dropped are not missed.
     */
    private long fewestFrames(DemoFacts demo, Optional<EpisodeRecord> line) {
        long dropped =
                scope.isOurs() ? line.map(l -> l.fields().droppedVideoFrames()).orElse(0L) : 0;
        boolean mayLackLast = !scope.isOurs() || !hasFinalObservation(demo);
        return Math.max(0, demo.numSamples() - dropped - (mayLackLast ? 1 : 0));
    }

    /** A frame shows the world after its step; that of the last one comes with the end. */
    private static boolean hasFinalObservation(DemoFacts demo) {
        return demo.datasets().entrySet().stream()
                .filter(e -> DemoPaths.isIn(DemoPaths.FINAL_OBS, e.getKey()))
                .anyMatch(e -> e.getValue().isImage() && e.getValue().rows() > 0);
    }

    private void checkContent(Path video, DemoFacts demo, Optional<EpisodeRecord> line, long fewest) {
        try {
            VideoProbe probe = VideoProbe.read(video);
            if (demo.numSamples() >= 0) {
                checkFrames(video, probe.frames(), demo, line, fewest);
            }
            checkFormat(video, probe);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            String prefix = video + " ";
            String problem = message.startsWith(prefix)
                    ? message.substring(prefix.length())
                    : "cannot be read (" + message + ")";
            findings.error(video, "", problem, Scope.BACKUP);
        }
    }

    private void checkFrames(Path video, long frames, DemoFacts demo, Optional<EpisodeRecord> line, long fewest) {
        long steps = demo.numSamples();
        boolean isRecovered = demo.status().equals(EpisodeStatus.RECOVERED.label())
                || line.filter(EpisodeRecord::isRecovered).isPresent();
        String problem = "has " + frames + " frames for " + steps + " steps";
        if (isRecovered && frames > 0 && frames < fewest) {
            findings.note(video, "", problem + ": its recorder died before it was whole", "");
        } else if (frames == 0 && steps > 0 || frames < fewest || frames > steps) {
            findings.error(video, "", problem, Scope.BACKUP);
        }
    }

    private void checkFormat(Path video, VideoProbe probe) {
        OptionalDouble period = scope.env().settings().frameSeconds();
        double given = probe.framesPerSecond();
        if (period.isPresent() && given > 0) {
            double rate = 1 / period.getAsDouble();
            if (Math.abs(given - rate) > RATE_TOLERANCE * rate) {
                String problem = Sentence.of("has %.3f frames per second; expected %.3f", given, rate);
                findings.error(video, "", problem, Scope.BACKUP);
            }
        }
        if (probe.width() % 2 != 0 || probe.height() % 2 != 0) {
            unusual(video, "has the odd size " + probe.width() + "x" + probe.height());
        }
        if (!probe.codec().startsWith("avc")) {
            unusual(video, "is coded as " + probe.codec() + "; expected H.264");
        }
        if (probe.isFragmented() || !probe.isFaststart()) {
            unusual(video, "has no table of contents before its pictures, so browsers load it whole");
        }
    }

    private void unusual(Path video, String problem) {
        scope.errorIfOurs(video, "", problem, "write it again, for example with ffmpeg");
    }

    /** Notes videos that no demo has. */
    void checkOrphans() {
        boolean goesOn =
                scope.isBeingRecorded() || runs.stream().anyMatch(r -> r.facts().isLive());
        if (goesOn || !Scope.areSound(runs)) {
            return;
        }
        for (VideoFile video : scope.env().videos()) {
            boolean isKnown = used.contains(video.path()) || scope.env().isRemoved(video.run());
            if (!isKnown && video.camera().isEmpty()) {
                findings.note(video.path(), "", "belongs to no demo", "move it away");
            }
        }
    }
}
