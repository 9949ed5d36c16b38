package io.github.roboreel.tools.resume;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StoredField;
import io.github.roboreel.tools.RecordingDifference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** Compares what a folder holds with what is to be recorded into it. */
final class IdentityCheck {
    private final ResultFolder folder;
    private final StoredRecording stored;
    private final RecordingIdentity wanted;
    private final RunFaults faults;
    private final List<String> differences = new ArrayList<>();

    private IdentityCheck(ResultFolder folder, StoredRecording stored, RecordingIdentity wanted, RunFaults faults) {
        this.folder = folder;
        this.stored = stored;
        this.wanted = wanted;
        this.faults = faults;
    }

    /**
     * @throws RoboReelException of kind {@link Kind#CONFLICT}, naming what differs and how to proceed
     * @throws IOException when the folder cannot be read, or the reading was interrupted
     */
    static void require(ResultFolder folder, StoredRecording stored, RecordingIdentity wanted, RunFaults faults)
            throws IOException {
        new IdentityCheck(folder, stored, wanted, faults).require();
    }

    private void require() throws IOException {
        compareResults();
        compareTasks();
        if (stored.isForeign()) {
            differences.add("its run files are not RoboReel's");
        } else {
            compareRecordings();
            compareEpisodes();
        }
        if (!differences.isEmpty()) {
            throw new RoboReelException(
                    Kind.CONFLICT,
                    Sentence.of(
                            "%s holds another recording: %s; give the same values to resume it, or another output"
                                    + " folder name",
                            folder.path(), String.join(", ", differences)),
                    Advice.to(Advice.Action.MERGE),
                    null);
        }
    }

    private void compareResults() {
        folder.resultsFile()
                .filter(file -> file.endsWith(RunFolder.LEGACY_RESULTS))
                .ifPresent(file -> differences.add(
                        "its results are in " + RunFolder.LEGACY_RESULTS + ", which nothing would read any more"));
    }

    private void compareTasks() {
        Set<String> there = new TreeSet<>(folder.episodesByEnv().keySet());
        folder.envs().stream().map(EnvFolder::name).forEach(there::add);
        there.forEach(name -> compare("task", name, wanted.task().name()));
    }

    private void compareRecordings() {
        compare("num_envs", stored.numEnvs(), String.valueOf(wanted.numEnvs()));
        compare(
                AttributeNames.EPISODES_PER_FILE,
                stored.episodesPerFile(),
                wanted.episodesPerFile() > 0 ? String.valueOf(wanted.episodesPerFile()) : StoredRecording.NONE);
        compare("seed", stored.seed(), String.valueOf(wanted.seed()));
        compare("instruction type", stored.instructionType(), wanted.task().instructionType());
        stored.policies().forEach(policy -> compare("policy", policy, wanted.policy()));
        compare("video mode", stored.videoMode(), wanted.videoMode());
    }

    private void compareEpisodes() throws IOException {
        Set<RecordingDifference> found = new LinkedHashSet<>();
        JsonNode asked = wanted.task().envConfig();
        stored.configs().forEach(there -> found.addAll(RecordingDifference.ofConfigs(there, asked)));
        boolean isRefused = !differences.isEmpty() || !found.isEmpty();
        for (Map.Entry<Integer, SortedMap<String, StoredField>> run :
                stored.fields().entrySet()) {
            List<RecordingDifference> ofRun = RecordingDifference.ofFields(run.getValue(), wanted.fields());
            // A run that is not complete is repeated, and may only seem to have other fields.
            if (!ofRun.isEmpty() && (isRefused || faults.of(run.getKey()).isEmpty())) {
                found.addAll(ofRun);
                isRefused = true;
            }
        }
        if (!found.isEmpty()) {
            differences.add(RecordingDifference.listed(found.stream()
                    .map(d -> sentence(d.what(), d.one(), d.other()))
                    .toList()));
        }
    }

    private void compare(String what, Optional<String> there, String asked) {
        there.ifPresent(value -> compare(what, value, asked));
    }

    private void compare(String what, String there, String asked) {
        if (!there.equals(asked)) {
            differences.add(sentence(what, there, asked));
        }
    }

    private static String sentence(String what, String there, String asked) {
        return what + " is " + there + " there, " + asked + " was asked for";
    }
}
