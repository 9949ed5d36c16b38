package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Where a run file comes from.
 *
 * @param recorderVersion version of the recorder
 * @param recordedAt UTC, ISO-8601, whole seconds, with offset
 * @param taskAttributes labels of the task, JSON; empty when unknown, as in files of 0.1.0
 * @param metricSets names of the metric sets that are computed of its episodes, JSON; empty likewise
 * @param runId random, 32 hexadecimal digits; empty in files of versions before 0.3.0
 * @param provenance with which software, and on which machine, JSON; empty likewise
 */
public record RunAttributes(
        String recorderVersion,
        String recordedAt,
        String taskAttributes,
        String metricSets,
        String runId,
        String provenance) {
    private static final int HEXADECIMAL = 16;
    private static final int NUMBER_DIGITS = 16;

    private static final DateTimeFormatter ISO = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx");

    public static RunAttributes at(Instant now, RunSpec run, List<String> metricSets) {
        String version = RunAttributes.class.getPackage().getImplementationVersion();
        return new RunAttributes(
                version == null ? "development" : version,
                ISO.format(now.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.UTC)),
                FormatJson.python(run.attributes()),
                FormatJson.python(metricSets),
                UUID.randomUUID().toString().replace("-", ""),
                run.provenance().isUnknown() ? "" : FormatJson.python(run.provenance()));
    }

    /** Attributes of the group {@code data}, in the order in which they are created: Long or String. */
    public Map<String, Object> ofData(RunSpec run, FieldSchema schema) {
        Map<String, Object> envArgs = new LinkedHashMap<>();
        envArgs.put(AttributeNames.ENV_NAME, run.envName());
        envArgs.put("type", 2);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(AttributeNames.TOTAL, 0L);
        data.put(AttributeNames.ENV_ARGS, FormatJson.python(envArgs));
        data.put(AttributeNames.FORMAT_VERSION, (long) RunSpec.FORMAT_VERSION);
        data.put(AttributeNames.RECORDER_VERSION, recorderVersion);
        data.put(AttributeNames.RECORDED_AT, recordedAt);
        putIfKnown(data, AttributeNames.RUN_ID, runId);
        data.put(AttributeNames.NUM_ENVS, (long) run.numEnvs());
        if (run.isContinuous()) {
            data.put(AttributeNames.EPISODES_PER_FILE, (long) run.numDemos());
        }
        data.put(AttributeNames.CONFIG, run.envConfigJson());
        putIfKnown(data, AttributeNames.TASK_ATTRIBUTES, taskAttributes);
        putIfKnown(data, AttributeNames.METRIC_SETS, metricSets);
        putIfKnown(data, AttributeNames.PROVENANCE, provenance);
        Map<String, Object> signals = schema.signals();
        putIfKnown(data, AttributeNames.SIGNALS, signals.isEmpty() ? "" : FormatJson.python(signals));
        return data;
    }

    private static void putIfKnown(Map<String, Object> data, String name, String value) {
        if (!value.isEmpty()) {
            data.put(name, value);
        }
    }

    /** Attributes of a demo whose episode is that, apart from its verdict, likewise: Long, Double or String. */
    public static Map<String, Object> ofDemo(RunSpec run, EpisodeInfo info) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put(AttributeNames.DT, info.dtSeconds());
        attributes.put(AttributeNames.INSTRUCTION, info.instruction());
        attributes.put(AttributeNames.POLICY, info.policy());
        attributes.put(AttributeNames.ENV_NAME, run.envName());
        attributes.put(AttributeNames.SEED, info.seed());
        if (run.isContinuous()) {
            attributes.put(AttributeNames.SIM_ENV_ID, -1L);
        }
        return attributes;
    }

    /** The first half of the run id, which each record and each row of staging carries; 0 where there is none. */
    public long runNumber() {
        return runId.length() < NUMBER_DIGITS
                ? 0
                : Long.parseUnsignedLong(runId.substring(0, NUMBER_DIGITS), HEXADECIMAL);
    }
}
