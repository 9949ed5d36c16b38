package io.github.roboreel.tools.resume;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Logs and videos that belong to a run. */
record SideFiles(EnvFolder env, RecordingIdentity identity) {
    /**
     * Those that are not there, in words.
     *
     * @param results the run's; an episode of which they count no event needs no log
     */
    List<String> missing(int run, List<EpisodeRecord> results) {
        List<String> missing = new ArrayList<>();
        for (int envId = 0; envId < identity.numEnvs(); envId++) {
            EpisodeId episode = new EpisodeId(run, envId, identity.numEnvs());
            if (hasEvents(envId, results) && !hasLog(episode)) {
                missing.add("the log of env " + envId);
            }
            if (VideoMode.hasSensor(identity.videoMode()) && !hasVideo(episode, false)) {
                missing.add("the sensor video of env " + envId);
            }
            if (VideoMode.hasViewport(identity.videoMode()) && !hasVideo(episode, true)) {
                missing.add("the viewport video of env " + envId);
            }
        }
        return missing;
    }

    private static boolean hasEvents(int envId, List<EpisodeRecord> results) {
        return results.stream()
                .filter(line -> line.envId().equals(OptionalInt.of(envId)))
                .anyMatch(line -> !line.eventCounts().isEmpty());
    }

    private boolean hasLog(EpisodeId episode) {
        return env.logs().stream()
                .anyMatch(log -> log.number() == episode.run() && log.envId().equals(OptionalInt.of(episode.env())));
    }

    private boolean hasVideo(EpisodeId episode, boolean viewport) {
        OptionalInt envInName = episode.numEnvs() == 1 ? OptionalInt.empty() : OptionalInt.of(episode.env());
        return env.videos().stream()
                .anyMatch(v -> v.run() == episode.run() && v.envId().equals(envInName) && v.isViewport() == viewport);
    }

    /** Names of the combinations of videos. */
    static final class VideoMode {
        private VideoMode() {}

        static boolean hasSensor(String mode) {
            return mode.equals("all") || mode.equals("sensor");
        }

        static boolean hasViewport(String mode) {
            return mode.equals("all") || mode.equals("viewport");
        }

        static String of(boolean sensor, boolean viewport) {
            if (sensor) {
                return viewport ? "all" : "sensor";
            }
            return viewport ? "viewport" : "none";
        }
    }
}
