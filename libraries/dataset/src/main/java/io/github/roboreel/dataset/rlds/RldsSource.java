package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.EpisodeFlags.Flags;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * An episode on its way into the dataset.
 *
 * @param facts what is known of it
 * @param reader its arrays
 * @param id unique in this dataset and others
 * @param actions number of recorded steps, T
 * @param hasLastStep whether a step with the observation after the last action follows them
 */
record RldsSource(EpisodeFacts facts, EpisodeReader reader, String id, int actions, boolean hasLastStep) {
    private static final int HASH_BYTES = 8;

    /** Number of steps in the dataset, N. */
    int steps() {
        return hasLastStep ? actions + 1 : actions;
    }

    /** What a step says of the episode. */
    Flags flags(int step) {
        return step == actions
                ? Flags.afterActions(facts.isTerminated())
                : Flags.ofAction(step == 0, step == actions - 1, hasLastStep, facts.isTerminated());
    }

    /**
     * The id of an episode: the same for the same recording while its folder keeps its name, different for all others.
     * A name that people can read, and a hash of what was done when.
     */
    static String id(EpisodeFacts facts, EpisodeReader reader) throws IOException {
        String name = String.join("-", experiment(facts), facts.envName(), "run_" + facts.run(), facts.demo());
        MessageDigest digest = sha256();
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        for (String path : List.of(DemoPaths.ACTIONS, DemoPaths.WALL_TIME)) {
            if (reader.has(path)) {
                RowBlocks.each(reader, path, 0, reader.info(path).rows(), (rows, count) -> digest.update(rows));
            }
        }
        return name + "-" + HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    }

    /** The output folder's name: run files are in a folder per environment below it. */
    static String experiment(EpisodeFacts facts) {
        Path folder = facts.file().toAbsolutePath().normalize().getParent();
        Path output = folder == null ? null : folder.getParent();
        return output == null || output.getFileName() == null
                ? ""
                : output.getFileName().toString();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
