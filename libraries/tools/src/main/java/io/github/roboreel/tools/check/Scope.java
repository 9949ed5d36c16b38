package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Context that the audits of one env folder share.
 *
 * @param env the folder
 * @param isOurs whether RoboReel wrote it, which promises more than others do
 * @param isBeingRecorded whether a recorder is at work in the output folder
 * @param isWhole whether all its run files were read, so that what is missing or belongs to none of them is known
 * @param findings where findings go
 */
record Scope(EnvFolder env, boolean isOurs, boolean isBeingRecorded, boolean isWhole, Findings findings) {
    /** What to do where two places contradict each other. */
    static final String COMPARE = "find out which of the two was changed";

    /** What to do about a file that nothing can replace. */
    static final String BACKUP = "take it from a backup";

    private static final int MAX_SHOWN = 80;

    /**
     * A run file and what was read from it.
     *
     * @param file the file
     * @param facts its contents
     */
    record ScannedRun(RunFile file, RunFacts facts) {
        Path path() {
            return file.path();
        }

        /** Whether all of it was read, and is what was written. */
        boolean isSound() {
            return facts.faults().stream().noneMatch(ValueFault::isDamage);
        }

        /** Whether its envs began episode after episode, without waiting for the others. */
        boolean isContinuous() {
            return facts.attributes().containsKey(AttributeNames.EPISODES_PER_FILE);
        }

        /** What there is a number of: a demo's place. */
        String places(int count) {
            return count + (isContinuous() ? " places" : " envs");
        }

        /** File and demo, as messages name them. */
        String place(DemoFacts demo) {
            return path().getFileName() + " " + demo.path();
        }
    }

    /** Demos that a run has places for: by what was promised, with which its file is compared, else by its file. */
    OptionalInt demosPerRun(ScannedRun run) {
        Integer promised = env.runComplete().map(RunComplete::demosPerRun).orElse(null);
        if (promised != null) {
            return OptionalInt.of(promised);
        }
        OptionalInt stored = RunHeader.demosPerRun(run.facts().attributes());
        return stored.isPresent() ? stored : env.demosPerRun();
    }

    /** The number in a demo's name: that of its place in the run, or the episode in a legacy file. */
    static OptionalInt number(DemoFacts demo) {
        return DemoPaths.demoNumber(demo.name());
    }

    /** Whether runs that were read leave nothing open: all is there to say that something belongs to none of them. */
    static boolean areSound(List<ScannedRun> runs) {
        return runs.stream().allMatch(ScannedRun::isSound);
    }

    /**
     * Whether names mean what RoboLab's format says: in its own folders and in those of the built-in tabletop. Other
     * robots are judged by what their recording declares.
     */
    boolean hasKnownNames() {
        return !isOurs || env.isTabletop() && !env.isImported();
    }

    /** Whether a dataset of ours was added after the recording, with h5py for example. */
    boolean isAddition(DatasetFacts dataset) {
        return isOurs && !dataset.declared();
    }

    /** An error where RoboReel wrote the folder, a habit of the recorder elsewhere. */
    void errorIfOurs(Path file, String place, String problem, String advice) {
        if (isOurs) {
            findings.error(file, place, problem, advice);
        } else {
            findings.habit(file, place, problem);
        }
    }

    OptionalDouble dtSeconds() {
        return env.dtSeconds();
    }

    /** Whether a time between two steps is that of the configuration, or this says none. */
    boolean isPeriod(OptionalDouble dtSeconds) {
        return dtSeconds().isEmpty()
                || dtSeconds.isEmpty()
                || agree(dtSeconds.getAsDouble(), dtSeconds().getAsDouble(), 1e-9);
    }

    /** Whether two numbers agree within a relative tolerance. */
    static boolean agree(double a, double b, double relative) {
        return Math.abs(a - b) <= relative * Math.max(1e-9, Math.abs(b)) + 1e-9;
    }

    /** A value as messages show it: texts quoted and not too long. */
    static String shown(Object value) {
        if (value == null) {
            return "missing";
        }
        return value instanceof String text ? "'" + shortened(text) + "'" : String.valueOf(value);
    }

    static String shortened(String text) {
        return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
    }
}
