package io.github.roboreel.recorder.hdf5.staging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.RunSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * How an episode stands in its demo: still recording, or ended with an outcome.
 *
 * @param numSamples steps it has; -1 while it is recording
 * @param numEvents events that happened in it
 * @param metadata UTF-8 JSON, at most 4096 bytes
 */
public record DemoEnd(EpisodeStatus status, long numSamples, long numEvents, byte[] metadata) {

    /** An episode of this run that has begun. */
    public static DemoEnd recording(RunSpec run) {
        return new DemoEnd(EpisodeStatus.RECORDING, -1, 0, FormatJson.utf8(run.initialMetadataJson()));
    }

    /**
     * The same of one whose begin said something of its metadata.
     *
     * @param said JSON's values by name; free attributes are added to those of the run
     */
    static DemoEnd recording(RunSpec run, Map<String, Object> said) {
        if (said.isEmpty()) {
            return recording(run);
        }
        JsonNode ofRun = FormatJson.readOrMissing(run.initialMetadataJson());
        ObjectNode metadata = FormatJson.tree(said);
        ofRun.properties().forEach(e -> {
            if (metadata.path(e.getKey()) instanceof ObjectNode both && e.getValue() instanceof ObjectNode own) {
                own.properties().forEach(attribute -> both.set(attribute.getKey(), attribute.getValue()));
            } else {
                metadata.set(e.getKey(), e.getValue());
            }
        });
        return new DemoEnd(EpisodeStatus.RECORDING, -1, 0, FormatJson.utf8(FormatJson.python(metadata)));
    }

    /** An env that records nothing in this run. */
    public static DemoEnd neverBegun() {
        return new DemoEnd(EpisodeStatus.DISCARDED, 0, 0, FormatJson.utf8("{}"));
    }

    /**
     * An episode that ended.
     *
     * @throws IllegalArgumentException when the metadata is too long or cannot be written as JSON
     */
    public static DemoEnd of(EpisodeOutcome outcome, long numSamples, long numEvents) {
        return new DemoEnd(outcome.status(), numSamples, numEvents, EpisodeMetadata.bytes(outcome.metadata()));
    }

    /** The status with that label, NUL-padded or not. */
    public static Optional<EpisodeStatus> status(String label) {
        String text = label.replace("\0", "");
        return Arrays.stream(EpisodeStatus.values())
                .filter(s -> s.label().equals(text))
                .findAny();
    }

    /** The same end of an episode that was cut by its recorder's death. */
    public DemoEnd recovered(long steps) {
        return new DemoEnd(EpisodeStatus.RECOVERED, steps, numEvents, metadata);
    }

    /** Whether no more rows come. */
    public boolean hasEnded() {
        return status != EpisodeStatus.RECORDING;
    }

    public boolean discarded() {
        return status == EpisodeStatus.DISCARDED;
    }

    /** The status's label, NUL-padded. */
    public byte[] statusBytes(int size) {
        return Arrays.copyOf(FormatJson.utf8(status.label()), size);
    }
}
