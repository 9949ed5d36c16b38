package io.github.roboreel.recorder.bench;

import java.util.List;
import picocli.CommandLine.Option;

/** Options that several benchmarks have, each with a default of its own, and checks of their values. */
final class Options {
    private Options() {}

    /** @throws IllegalArgumentException when a number is too small */
    static void requireAtLeast(String option, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(option + " is " + value + "; expected " + least + " or more");
        }
    }

    /** The same of a list. */
    static void requireEach(String option, List<Integer> values, int least) {
        for (int value : values) {
            if (value < least) {
                throw new IllegalArgumentException(option + " has " + value + "; expected " + least + " or more");
            }
        }
    }

    /** How many envs record. */
    static final class Envs {
        @Option(
                names = {"--num_envs", "--num-envs"},
                description = "Parallel envs, 1 or more (${DEFAULT-VALUE}).")
        private int count;

        Envs(int byDefault) {
            count = byDefault;
        }

        int count() {
            requireAtLeast("--num-envs", count, 1);
            return count;
        }
    }

    /** How long episodes are. */
    static final class Steps {
        @Option(names = "--steps", description = "Steps per env (${DEFAULT-VALUE}).")
        private int count;

        Steps(int byDefault) {
            count = byDefault;
        }

        int count() {
            return atLeast(1);
        }

        int atLeast(int least) {
            requireAtLeast("--steps", count, least);
            return count;
        }
    }

    /** How often is measured. */
    static final class Rounds {
        @Option(names = "--rounds", description = "Rounds that count, by their medians (${DEFAULT-VALUE}).")
        private int count;

        Rounds(int byDefault) {
            count = byDefault;
        }

        int count() {
            requireAtLeast("--rounds", count, 1);
            return count;
        }
    }

    /** How many episodes are recorded or made up. */
    static final class EpisodeCount {
        @Option(names = "--episodes", description = "Episodes, 1 or more (${DEFAULT-VALUE}).")
        private int count;

        EpisodeCount(int byDefault) {
            count = byDefault;
        }

        int count() {
            requireAtLeast("--episodes", count, 1);
            return count;
        }
    }

    /** How fast a simulator would step. */
    static final class PaceHz {
        @Option(
                names = {"--pace-hz", "--pace_hz"},
                description = "Vector steps per second; 0 for as fast as possible (${DEFAULT-VALUE}).")
        private double hz;

        PaceHz(double byDefault) {
            hz = byDefault;
        }

        double hz() {
            if (!(hz >= 0 && hz <= 1e6)) {
                throw new IllegalArgumentException("--pace-hz is " + hz + "; expected 0 (unpaced) to 1000000");
            }
            return hz;
        }
    }
}
