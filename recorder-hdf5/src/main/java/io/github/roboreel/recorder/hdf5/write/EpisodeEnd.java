package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.RunSpec;
import java.util.Arrays;
import java.util.Optional;

/**
 * How an episode stands: still recording, or ended with an outcome.
 *
 * @param numSamples steps it has; -1 while it is recording
 * @param metadata UTF-8 JSON, at most 4096 bytes
 */
public record EpisodeEnd(EpisodeStatus status, long numSamples, boolean hasFinalRow, byte[] metadata) {

    /** An episode of this run that has begun. */
    static EpisodeEnd recording(RunSpec run) {
        return new EpisodeEnd(EpisodeStatus.RECORDING, -1, false, FormatJson.utf8(run.initialMetadataJson()));
    }

    /** An env that records nothing in this run. */
    public static EpisodeEnd neverBegun() {
        return new EpisodeEnd(EpisodeStatus.DISCARDED, 0, false, FormatJson.utf8("{}"));
    }

    /**
     * An episode that ended.
     *
     * @throws IllegalArgumentException when the metadata is too long or cannot be written as JSON
     */
    static EpisodeEnd of(EpisodeOutcome outcome, long numSamples, boolean hasFinalRow) {
        return new EpisodeEnd(outcome.status(), numSamples, hasFinalRow, EpisodeMetadata.bytes(outcome.metadata()));
    }

    /** The status with that label, NUL-padded or not. */
    public static Optional<EpisodeStatus> status(String label) {
        String text = label.replace("\0", "");
        return Arrays.stream(EpisodeStatus.values())
                .filter(s -> s.label().equals(text))
                .findAny();
    }

    /** The same end of an episode that was cut by its recorder's death. */
    public EpisodeEnd recovered(long steps) {
        return new EpisodeEnd(EpisodeStatus.RECOVERED, steps, false, metadata);
    }

    public boolean discarded() {
        return status == EpisodeStatus.DISCARDED;
    }

    /** The status's label, NUL-padded. */
    public byte[] statusBytes(int size) {
        return Arrays.copyOf(FormatJson.utf8(status.label()), size);
    }
}
