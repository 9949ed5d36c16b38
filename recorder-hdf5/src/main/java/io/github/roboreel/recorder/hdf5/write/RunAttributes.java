package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.RunSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Where a run file comes from.
 *
 * @param recorderVersion version of the recorder
 * @param recordedAt UTC, ISO-8601, whole seconds, with offset
 * @param taskAttributes labels of the task, JSON; empty when unknown, as in files of 0.1.0
 * @param metricSets names of the metric sets that are computed of its episodes, JSON; empty likewise
 */
public record RunAttributes(String recorderVersion, String recordedAt, String taskAttributes, String metricSets) {
    private static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx");

    public static RunAttributes at(Instant now, RunSpec run, List<String> metricSets) {
        String version = RunAttributes.class.getPackage().getImplementationVersion();
        return new RunAttributes(
                version == null ? "development" : version,
                ISO.format(now.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC)),
                FormatJson.python(run.attributes()),
                FormatJson.python(metricSets));
    }
}
