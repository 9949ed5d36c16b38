package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.RunComplete;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.VideoFile;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Audit of the videos that an env folder must have, and of their names. */
final class VideosAudit {
    /** More names are tried by the recorder, but nobody has that many videos of an episode. */
    private static final int NAMES_TRIED = 50;

    private final Scope scope;
    private final List<StoredRun> runs;
    private final AuditReport.Counts counts;
    private final Set<VideoKind> expected;
    private final Set<Path> used = new HashSet<>();

    VideosAudit(Scope scope, List<StoredRun> runs, AuditReport.Counts counts) {
        this.scope = scope;
        this.runs = runs;
        this.counts = counts;
        this.expected = expectedKinds();
    }

    /** As promised; without a promise, the kinds of which there is one at all. */
    private Set<VideoKind> expectedKinds() {
        Optional<String> mode = scope.env().runComplete().flatMap(RunComplete::videoMode);
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

    void check(StoredRun run, DemoFacts demo, Optional<EpisodeRecord> line) {
        OptionalInt env = StoredRun.number(demo);
        if (run.file().isLegacy() || env.isEmpty()) {
            return;
        }
        for (VideoKind kind : VideoKind.values()) {
            List<VideoFile> found = found(run, env.getAsInt(), kind);
            found.forEach(v -> used.add(v.path()));
            for (VideoFile video : found) {
                counts.addVideo();
                new VideoAudit(scope, demo, line).run(video.path());
            }
            checkPresence(run, demo, line, kind, found);
        }
    }

    private List<VideoFile> found(StoredRun run, int env, VideoKind kind) {
        return scope.env().videosOf(run.file().run().getAsInt()).stream()
                .filter(v -> isOfKind(v, kind))
                .filter(v -> v.envId().orElse(0) == env)
                .toList();
    }

    private void checkPresence(
            StoredRun run, DemoFacts demo, Optional<EpisodeRecord> line, VideoKind kind, List<VideoFile> found) {
        List<String> names = instructions(demo, line)
                .flatMap(instruction -> names(instruction, run, demo, kind))
                .toList();
        if (found.isEmpty()) {
            boolean needsVideo = new VideoAudit(scope, demo, line).fewestFrames() > 0;
            if (expected.contains(kind) && needsVideo) {
                missing(run, demo, kind, names);
            }
        } else if (!names.isEmpty()) {
            found.forEach(video -> checkName(video, names));
        }
    }

    private void missing(StoredRun run, DemoFacts demo, VideoKind kind, List<String> names) {
        String what = kind == VideoKind.VIEWPORT ? "viewport video" : "sensor video";
        Path folder = scope.env().path();
        scope.findings()
                .error(
                        names.isEmpty() ? folder : folder.resolve(names.get(0)),
                        "",
                        "is missing: the " + what + " of " + run.path().getFileName() + " " + demo.path(),
                        "take it from a backup");
    }

    private void checkName(VideoFile video, List<String> names) {
        if (!names.contains(video.path().getFileName().toString())) {
            scope.errorIfOurs(
                    video.path(),
                    "",
                    "is not named after the episode's instruction; expected " + names.get(0),
                    "rename it");
        }
    }

    /** Where demo and line differ, that is reported elsewhere and either names the video. */
    private static Stream<String> instructions(DemoFacts demo, Optional<EpisodeRecord> line) {
        Optional<String> ofLine = line.flatMap(EpisodeRecord::instruction);
        return demo.attributes().get(AttributeNames.INSTRUCTION) instanceof String text
                ? Stream.concat(Stream.of(text), ofLine.stream()).distinct()
                : ofLine.stream();
    }

    private Stream<String> names(String instruction, StoredRun run, DemoFacts demo, VideoKind kind) {
        int env = StoredRun.number(demo).orElse(0);
        EpisodeId id = new EpisodeId(run.file().run().orElse(0), env, numEnvs(run, env));
        return VideoNames.fileNames(instruction, id, kind).limit(NAMES_TRIED);
    }

    private int numEnvs(StoredRun run, int env) {
        if (run.facts().attributes().get(AttributeNames.NUM_ENVS) instanceof Long stored) {
            return (int) Math.max(env + 1, Math.min(stored, Integer.MAX_VALUE));
        }
        return Math.max(
                env + 1, scope.env().numEnvs().orElse(run.facts().demos().size()));
    }

    void checkOrphans() {
        boolean allRead = runs.stream()
                .allMatch(r -> r.facts().isComplete() && r.facts().faults().isEmpty());
        if (!allRead
                || scope.isBeingRecorded()
                || runs.stream().anyMatch(r -> r.facts().isLive())) {
            return;
        }
        for (VideoFile video : scope.env().videos()) {
            if (!used.contains(video.path()) && video.camera().isEmpty()) {
                scope.findings().note(video.path(), "", "belongs to no demo", "move it away");
            }
        }
    }
}
