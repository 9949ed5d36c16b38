package io.github.roboreel.tools.resume;

import io.github.roboreel.tools.EnvFolder;
import io.github.roboreel.tools.ResultFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Compares what a folder holds with what is to be recorded into it. */
final class IdentityCheck {
    private final ResultFolder folder;
    private final StoredRecording stored;
    private final RecordingIdentity wanted;
    private final List<String> differences = new ArrayList<>();

    private IdentityCheck(ResultFolder folder, StoredRecording stored, RecordingIdentity wanted) {
        this.folder = folder;
        this.stored = stored;
        this.wanted = wanted;
    }

    /**
     * @throws ResumeRefusedException naming every difference and how to proceed
     */
    static void require(ResultFolder folder, StoredRecording stored, RecordingIdentity wanted) {
        new IdentityCheck(folder, stored, wanted).require();
    }

    private void require() {
        compareResults();
        compareTasks();
        if (stored.isForeign()) {
            differences.add("its run files are not RoboReel's");
        } else {
            compareRecordings();
        }
        if (!differences.isEmpty()) {
            throw new ResumeRefusedException(
                    folder.path()
                            + " holds another recording: "
                            + String.join(", ", differences)
                            + "; give the same values to go on with it, or another output folder"
                            + " name (folders are put together with: roboreel merge)");
        }
    }

    private void compareResults() {
        folder.resultsFile()
                .filter(file -> file.endsWith(ResultFolder.LEGACY_RESULTS_FILE))
                .ifPresent(
                        file ->
                                differences.add(
                                        "its results are in "
                                                + ResultFolder.LEGACY_RESULTS_FILE
                                                + ", which nobody would read any more"));
    }

    private void compareTasks() {
        Set<String> there = new TreeSet<>(folder.episodesByEnv().keySet());
        folder.envs().stream().map(EnvFolder::name).forEach(there::add);
        there.forEach(name -> compare("task", name, wanted.envName()));
    }

    private void compareRecordings() {
        compare("num_envs", stored.numEnvs(), String.valueOf(wanted.numEnvs()));
        compare("seed", stored.seed(), String.valueOf(wanted.seed()));
        compare("instruction type", stored.instructionType(), wanted.instructionType());
        stored.policies().forEach(policy -> compare("policy", policy, wanted.policy()));
        compare("video mode", stored.videoMode(), wanted.videoMode());
    }

    private void compare(String what, Optional<String> there, String asked) {
        there.ifPresent(value -> compare(what, value, asked));
    }

    private void compare(String what, String there, String asked) {
        if (!there.equals(asked)) {
            differences.add(what + " is " + there + " there, " + asked + " was asked for");
        }
    }
}
