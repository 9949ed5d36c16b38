package io.github.roboreel.recorder.hdf5;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * Where a run file comes from.
 *
 * @param recorderVersion version of the recorder
 * @param recordedAt UTC, ISO-8601, whole seconds, with offset
 */
record RunAttributes(String recorderVersion, String recordedAt) {
    private static final DateTimeFormatter ISO =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx");

    static RunAttributes at(Instant now) {
        String version = RunAttributes.class.getPackage().getImplementationVersion();
        return new RunAttributes(
                version == null ? "development" : version,
                ISO.format(now.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC)));
    }
}
