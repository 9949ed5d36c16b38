package io.github.roboreel.recorder;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.format.SetAside;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * {@code run_complete.json} of an env folder while runs are added to it: set aside when the first one opens, and
 * written when all of them were closed. A caller that holds the folder's lock over several recorders writes it itself;
 * then this does nothing. Thread-safe.
 */
final class FolderPromise {
    private final RunSpec first;
    private final boolean isCallers;
    private Optional<RunComplete> earlier = Optional.empty();
    private Optional<Path> aside = Optional.empty();
    private int numRuns;

    /** @param isCallers whether the caller writes the file */
    FolderPromise(RunSpec first, boolean isCallers) {
        this.first = first;
        this.isCallers = isCallers;
    }

    private Path file() {
        return first.envFolder().resolve(RunFolder.RUN_COMPLETE);
    }

    /** Sets the file aside: one run more is under way. */
    synchronized void withdraw() {
        if (isCallers) {
            return;
        }
        try {
            earlier = read(file());
            aside = SetAside.move(file());
        } catch (IOException e) {
            throw new RecorderException(Sentence.of("%s cannot be set aside: %s", file(), Sentence.reasonOf(e)), e);
        }
    }

    /** Empty when there is none, or none that this version can read. */
    private static Optional<RunComplete> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(FormatJson.read(Files.readAllBytes(file), RunComplete.class))
                    .filter(promise -> Objects.equals(promise.formatVersion(), RunHeader.VERSION))
                    .filter(promise -> promise.numEnvs() != null && promise.numRuns() != null);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** A run was closed; it counts when its file is there. */
    synchronized void runClosed(RunSpec run) {
        if (Files.exists(run.envFolder().resolve(RunFolder.runFile(run.run())))) {
            numRuns = Math.max(numRuns, run.run() + 1);
        }
    }

    /** Puts the file back: nothing was added. */
    synchronized void restore() throws IOException {
        if (aside.isPresent()) {
            Files.move(aside.get(), file());
            aside = Optional.empty();
        }
    }

    /**
     * Writes the file, which promises as many runs as it did before at least. It is left out where an earlier run is
     * missing, or may have other envs; {@code check} then reports that the number of runs is unknown.
     *
     * @return whether it was written
     */
    synchronized boolean renew() throws IOException {
        if (isCallers) {
            return false;
        }
        if (numRuns == 0) {
            restore();
            return false;
        }
        if (!continuesEarlier()) {
            return false;
        }
        RunComplete promise = promise();
        promise.write(first.envFolder());
        if (earlier.filter(before -> saysNoMore(before, promise)).isPresent()) {
            Files.deleteIfExists(aside.orElseThrow());
        }
        return true;
    }

    /** Whether all that a promise says stands in a later one. */
    private static boolean saysNoMore(RunComplete before, RunComplete later) {
        return before.videoMode() == null
                && before.numEpisodes() == null
                && Objects.equals(before.instructionType(), later.instructionType());
    }

    private boolean continuesEarlier() {
        return earlier.map(promise -> promise.numEnvs() == first.numEnvs()
                        && Objects.equals(promise.episodesPerFile(), episodesPerFile())
                        && first.run() <= promise.numRuns())
                .orElse(first.run() == 0 && !Files.exists(first.envFolder().resolve(RunFolder.runFile(numRuns))));
    }

    private RunComplete promise() {
        int runs = Math.max(numRuns, earlier.map(RunComplete::numRuns).orElse(0));
        long seed = first.episodes().get(0).seed();
        return new RunComplete(
                RunHeader.VERSION,
                first.numEnvs(),
                runs,
                episodesPerFile(),
                null,
                null,
                earlier.isPresent() ? earlier.get().seed() : seed < 0 ? null : (Long) seed,
                instructionType());
    }

    /** Null where the runs have several. */
    private String instructionType() {
        boolean isOne = earlier.isEmpty()
                || first.instructionType().equals(earlier.get().instructionType());
        return isOne ? first.instructionType() : null;
    }

    private Integer episodesPerFile() {
        return first.isContinuous() ? first.numDemos() : null;
    }
}
