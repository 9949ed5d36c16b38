package io.github.roboreel.systemtests.soak;

import java.nio.file.Path;

/**
 * What a soak is to do.
 *
 * @param seconds it lasts; infinite when only {@code episodes} ends it
 * @param episodes it records at least; {@link Long#MAX_VALUE} when only time ends it
 * @param mostEnvs a run has at most
 * @param mostSteps an episode has at most, a quarter of it with images
 * @param folder for the recordings
 * @param keep whether they stay there
 */
record SoakSpec(double seconds, long episodes, int mostEnvs, int mostSteps, long seed, Path folder, boolean keep) {
    private static final int SAMPLES = 60;

    SoakSpec {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("--minutes is " + seconds / 60 + "; expected a number above 0");
        }
        requireAtLeastOne("--episodes", episodes);
        requireAtLeastOne("--num_envs", mostEnvs);
        requireAtLeastOne("--steps", mostSteps);
    }

    private static void requireAtLeastOne(String option, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " is " + value + "; expected 1 or more");
        }
    }

    SoakSpec withFolder(Path newFolder) {
        return new SoakSpec(seconds, episodes, mostEnvs, mostSteps, seed, newFolder, keep);
    }

    boolean isDone(double elapsedSeconds, long recorded) {
        return elapsedSeconds >= seconds || recorded >= episodes;
    }

    /** Whether so much was done since the last sample that another is due. */
    boolean isSampleDue(double sinceSeconds, long sinceEpisodes) {
        boolean isLong = sinceSeconds >= Math.max(0.5, seconds / SAMPLES);
        return isLong || episodes < Long.MAX_VALUE && sinceEpisodes >= episodes / SAMPLES;
    }
}
