package io.github.roboreel.tools.resume;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.hdf5.Hdf5RunReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.tools.EnvFolder;
import io.github.roboreel.tools.EpisodeRecord;
import io.github.roboreel.tools.ResultFolder;
import io.github.roboreel.tools.RunFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares what a folder holds with what is to be recorded into it. */
final class IdentityCheck {
    private final ResultFolder folder;
    private final RecordingIdentity wanted;
    private final List<String> differences = new ArrayList<>();

    private IdentityCheck(ResultFolder folder, RecordingIdentity wanted) {
        this.folder = folder;
        this.wanted = wanted;
    }

    /**
     * @throws ResumeRefusedException naming every difference and how to proceed
     */
    static void require(ResultFolder folder, RecordingIdentity wanted) {
        new IdentityCheck(folder, wanted).require();
    }

    private void require() {
        for (EnvFolder env : folder.envs()) {
            if (!env.name().equals(wanted.envName())) {
                differences.add(difference("task", env.name(), wanted.envName()));
            } else {
                compare(env);
            }
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

    private void compare(EnvFolder env) {
        if (env.runs().stream().anyMatch(IdentityCheck::isForeign)) {
            differences.add("its run files are not RoboReel's");
            return;
        }
        JsonNode config = env.config();
        compare("num_envs", number(config.path("num_envs")), String.valueOf(wanted.numEnvs()));
        compare("seed", number(config.path("seed")), String.valueOf(wanted.seed()));
        compare(
                "instruction type",
                text(config.path("instruction_type")).or(this::typeOfResults),
                wanted.instructionType());
    }

    /** A file that cannot be read is no other recorder's for sure: ours may have died with it. */
    private static boolean isForeign(RunFile file) {
        try (RunReader reader = Hdf5RunReader.open(file.path())) {
            return !reader.attributes().containsKey("format_version");
        } catch (IOException e) {
            return false;
        }
    }

    private void compare(String what, Optional<String> there, String asked) {
        if (there.isPresent() && !there.get().equals(asked)) {
            differences.add(difference(what, there.get(), asked));
        }
    }

    private static String difference(String what, String there, String asked) {
        return what + " is " + there + " there, " + asked + " was asked for";
    }

    private Optional<String> typeOfResults() {
        return folder.episodes().stream()
                .filter(e -> e.envName().equals(wanted.envName()))
                .findFirst()
                .flatMap(EpisodeRecord::instructionType);
    }

    private static Optional<String> number(JsonNode node) {
        return node.isIntegralNumber() ? Optional.of(node.asText()) : Optional.empty();
    }

    private static Optional<String> text(JsonNode node) {
        return Optional.ofNullable(node.textValue());
    }
}
