package io.github.roboreel.tools.merge;

import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.tools.folder.EnvFolder.VideoFile;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells the videos of an env's runs from other {@code .mp4} files, by the rule their names follow: the number of a run
 * that is there, that of one of its envs unless it has only one, and before these what the rule makes of the episode's
 * instruction. Where a run file is another recorder's, the numbers decide.
 */
final class RunVideos {
    private final Set<Integer> runs = new HashSet<>();
    private final Map<Episode, String> instructions = new HashMap<>();

    private record Episode(int run, int env) {}

    void addRun(int run) {
        runs.add(run);
    }

    /** An episode that RoboReel recorded. */
    void addEpisode(int run, int env, String instruction) {
        instructions.put(new Episode(run, env), instruction);
    }

    boolean contains(VideoFile video, int numEnvs) {
        int env = video.envId().orElse(0);
        boolean areNumbersRight =
                runs.contains(video.run()) && video.envId().isPresent() == (numEnvs > 1) && env < numEnvs;
        String instruction = instructions.get(new Episode(video.run(), env));
        return areNumbersRight
                && (instruction == null || video.camera().isEmpty() && VideoNames.isStemOf(instruction, video.stem()));
    }
}
