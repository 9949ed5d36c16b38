package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.hdf5.read.LiveEpisode;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Look at an env folder that is being recorded into: what is new since the last one. For one thread. */
final class EnvLook {
    private static final Pattern LIVE_LOG = Pattern.compile("log_(\\d{1,9})_env(\\d{1,9})\\.live\\.jsonl");

    private final Recording recording;
    private final Path folder;
    private final StagingFiles stagings;
    private final FolderChange change;
    private final Map<Path, Map<Integer, LiveEpisode>> episodes = new LinkedHashMap<>();
    private final Map<Path, EventLines> logs = new HashMap<>();
    private final Map<Path, Long> videos = new HashMap<>();
    private boolean isFirst = true;
    private boolean showsOldEvents;

    /** @param showsOldEvents whether events that were there before the first look are new, too */
    EnvLook(Recording recording, Path folder, StagingFiles stagings, boolean showsOldEvents) {
        this.recording = recording;
        this.folder = folder;
        this.stagings = stagings;
        this.showsOldEvents = showsOldEvents;
        change = new FolderChange(folder);
    }

    /** Reports what has changed. */
    void look(Consumer<Message> out) {
        if (change.mayHaveChanged()) {
            list();
        }
        // Events first: a page that learns that the episode has ended asks for its log.
        logs.forEach((file, lines) -> tellEvents(file, lines.next(), out));
        for (Path file : List.copyOf(episodes.keySet())) {
            lookAtStaging(file, out);
        }
        for (Path file : List.copyOf(videos.keySet())) {
            lookAtVideo(file, out);
        }
        isFirst = false;
    }

    private void list() {
        Set<Path> found = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            files.forEach(file -> {
                if (take(file)) {
                    found.add(file);
                }
            });
        } catch (IOException | DirectoryIteratorException e) {
            return;
        }
        logs.keySet().retainAll(found);
        showsOldEvents = true;
    }

    private boolean take(Path file) {
        String name = file.getFileName().toString();
        if (name.endsWith(RunFolder.STAGING_SUFFIX) && isOfARun(file)) {
            episodes.computeIfAbsent(file, f -> new HashMap<>());
        } else if (name.endsWith(RunFolder.RECORDING_VIDEO_SUFFIX)) {
            videos.putIfAbsent(file, -1L);
        } else if (LIVE_LOG.matcher(name).matches()) {
            logs.computeIfAbsent(file, f -> new EventLines(f, showsOldEvents ? 0 : size(f)));
        }
        return name.endsWith(RunFolder.LIVE_LOG_SUFFIX);
    }

    private static boolean isOfARun(Path staging) {
        return RunFolder.runFileOf(staging)
                .filter(file -> RunFolder.runOf(file.getFileName().toString()).isPresent())
                .isPresent();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private void tellEvents(Path file, List<EpisodeEvent> events, Consumer<Message> out) {
        Matcher name = LIVE_LOG.matcher(file.getFileName().toString());
        if (!events.isEmpty() && name.matches()) {
            String episode = id(Integer.parseInt(name.group(1)), Integer.parseInt(name.group(2)));
            events.forEach(event -> out.accept(Message.happened(
                    "event",
                    recording.id(),
                    episode,
                    Message.data(
                            "episode", episode,
                            "step", event.step(),
                            "code", event.code(),
                            "name", event.name(),
                            "info", event.info(),
                            "score", event.score()))));
        }
    }

    private String id(int run, int demo) {
        String env = folder.getFileName().toString();
        return Ids.of(recording.path().toString(), env, RunFolder.runFile(run), DemoPaths.demo(demo));
    }

    private void lookAtStaging(Path file, Consumer<Message> out) {
        Map<Integer, LiveEpisode> before = episodes.get(file);
        Map<Integer, LiveEpisode> now = new HashMap<>();
        Optional<List<LiveEpisode>> found = stagings.look(file, UnfinishedRun::episodes);
        found.orElse(List.of()).forEach(episode -> now.put(episode.demo(), episode));
        now.forEach((demo, episode) -> tell(file, before.get(demo), episode, out));
        before.forEach((demo, episode) -> {
            if (!now.containsKey(demo) && episode.isRecording()) {
                out.accept(episode(file, episode, null));
            }
        });
        if (found.isEmpty() && Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            episodes.remove(file);
        } else {
            episodes.put(file, now);
        }
    }

    private String id(Path staging, LiveEpisode episode) {
        String runFile =
                RunFolder.runFileOf(staging).orElseThrow().getFileName().toString();
        return id(RunFolder.runOf(runFile).orElseThrow(), episode.demo());
    }

    /** One that has ended before the first look is no news. */
    private void tell(Path staging, LiveEpisode before, LiveEpisode now, Consumer<Message> out) {
        boolean isNew = before == null && (now.isRecording() || !isFirst);
        if (isNew || before != null && before.status() != now.status()) {
            out.accept(episode(staging, now, now.status().label()));
        }
        long seen = before == null ? 0 : before.numSamples();
        if (now.numSamples() != seen && (before != null || isNew)) {
            String id = id(staging, now);
            out.accept(Message.state(
                    "rows", recording.id(), id, id, Message.data("episode", id, "num_samples", now.numSamples())));
        }
    }

    /** @param status null when it is not known any more */
    private Message episode(Path staging, LiveEpisode episode, String status) {
        String id = id(staging, episode);
        return Message.state(
                Message.EPISODE,
                recording.id(),
                id,
                id,
                Message.data(
                        "id", id,
                        "recording", recording.id(),
                        "env_id", episode.demo(),
                        "sim_env_id", episode.simEnv(),
                        "status", status,
                        "num_samples", episode.numSamples()));
    }

    private void lookAtVideo(Path file, Consumer<Message> out) {
        long before = videos.get(file);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            long now = size(file);
            if (now != before) {
                videos.put(file, now);
                tellVideo(file, now, false, out);
            }
        } else {
            videos.remove(file);
            tellVideo(file, before, true, out);
        }
    }

    private void tellVideo(Path file, long bytes, boolean isFinal, Consumer<Message> out) {
        Matcher parts = RunFileName.growingVideo(file);
        if (parts.matches()) {
            String env = parts.group("env");
            String episode = id(Integer.parseInt(parts.group("run")), env == null ? 0 : Integer.parseInt(env));
            String id = Ids.of(file.toString());
            out.accept(Message.state(
                    "video",
                    recording.id(),
                    episode,
                    id,
                    Message.data("episode", episode, "video", id, "bytes", Math.max(0, bytes), "final", isFinal)));
        }
    }

    /**
     * The recorder is gone.
     *
     * @param status what its episodes are now; null when that is not known
     */
    void end(String status, Consumer<Message> out) {
        episodes.forEach((staging, demos) -> demos.values().stream()
                .filter(LiveEpisode::isRecording)
                .forEach(episode -> out.accept(episode(staging, episode, status))));
    }
}
