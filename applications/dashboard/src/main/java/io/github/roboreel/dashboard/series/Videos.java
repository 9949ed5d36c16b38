package io.github.roboreel.dashboard.series;

import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.EnvFolder.VideoFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Videos of episodes that were asked for: only these can be fetched, so a client's text never becomes a path. Any
 * thread.
 */
public final class Videos {
    private static final int MAX_REMEMBERED = 100_000;
    private static final String VIEWPORT = "viewport";
    private static final String CAMERAS = "cameras";

    private final Map<String, VideoPlace> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, VideoPlace> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    /** The one of that id, when it was listed. */
    public Optional<VideoPlace> find(String id) {
        synchronized (known) {
            return Optional.ofNullable(known.get(id));
        }
    }

    /**
     * The episode's videos, the cameras' before the viewport's; those that lead out of the recording by a link are
     * none.
     *
     * @param isUnfinished whether the episode is being recorded, or was when its recorder died, so that unfinished
     *     videos are its own
     */
    public List<VideoPlace> of(EpisodePlace episode, boolean isUnfinished) {
        List<VideoPlace> videos = new ArrayList<>();
        if (episode.run().isPresent()) {
            episode.env().videosOf(episode.run().getAsInt()).stream()
                    .filter(video -> isOf(episode, video))
                    .filter(video -> !video.path().toString().endsWith(RunFolder.RECORDING_VIDEO_SUFFIX))
                    .forEach(video -> add(videos, episode, video.path(), name(video), false));
            if (isUnfinished) {
                addGrowing(videos, episode);
            }
        }
        videos.sort(Comparator.comparing((VideoPlace video) -> video.name().equals(VIEWPORT))
                .thenComparing(VideoPlace::name)
                .thenComparing(VideoPlace::path));
        return videos;
    }

    private static boolean isOf(EpisodePlace episode, VideoFile video) {
        return video.envId().isEmpty() || video.envId().equals(episode.envId());
    }

    private static String name(VideoFile video) {
        return video.camera().orElse(video.isViewport() ? VIEWPORT : CAMERAS);
    }

    private void addGrowing(List<VideoPlace> videos, EpisodePlace episode) {
        String pattern = "*" + RunFolder.RECORDING_VIDEO_SUFFIX;
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(episode.env().path(), pattern)) {
            for (Path file : files) {
                growing(episode, file).ifPresent(name -> add(videos, episode, file, name, true));
            }
        } catch (IOException | RuntimeException e) {
            // The folder vanished: the videos have, too.
            return;
        }
    }

    /** What a growing video shows; empty when it is another episode's. */
    private static Optional<String> growing(EpisodePlace episode, Path file) {
        Matcher parts = RunFileName.growingVideo(file);
        if (!parts.matches()
                || Integer.parseInt(parts.group("run")) != episode.run().getAsInt()) {
            return Optional.empty();
        }
        String env = parts.group("env");
        if (env != null
                && (episode.envId().isEmpty()
                        || Integer.parseInt(env) != episode.envId().getAsInt())) {
            return Optional.empty();
        }
        String camera = parts.group("camera");
        return Optional.of(camera != null ? camera : parts.group("viewport") != null ? VIEWPORT : CAMERAS);
    }

    private void add(List<VideoPlace> videos, EpisodePlace episode, Path file, String name, boolean isRecording) {
        Path real;
        try {
            real = file.toRealPath();
        } catch (IOException e) {
            return;
        }
        if (real.startsWith(episode.recording().path()) && Files.isRegularFile(real)) {
            VideoPlace video = new VideoPlace(Ids.of(real.toString()), real, name, isRecording);
            synchronized (known) {
                known.put(video.id(), video);
            }
            videos.add(video);
        }
    }
}
