package io.github.roboreel.recorder;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.roboreel.recorder.files.SetAside;
import io.github.roboreel.recorder.files.WholeFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** {@code log_{run}_env{env}.json}, schema 2: what happened in one episode. */
final class EventLogFile {
    private static final int SCHEMA_VERSION = 2;
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private EventLogFile() {}

    /** Written whole or not at all; a log that is there already is set aside. */
    static void write(RunSpec run, EpisodeInfo info, EpisodeSummary summary) throws IOException {
        Path file = run.envFolder().resolve(summary.id().logFileName());
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(content)) {
            writeLog(json, run, info, summary);
        }
        SetAside.move(file);
        WholeFile.write(file, content.toByteArray());
    }

    private static void writeLog(JsonGenerator json, RunSpec run, EpisodeInfo info, EpisodeSummary summary)
            throws IOException {
        json.writeStartObject();
        json.writeNumberField("schema_version", SCHEMA_VERSION);
        json.writeNumberField("dt", info.dtSeconds());
        json.writeStringField("task", run.taskName());
        json.writeNumberField("env_id", summary.id().env());
        json.writeNumberField("run", summary.id().run());
        json.writeFieldName("success");
        json.writeObject(summary.outcome().success());
        json.writeNumberField("final_step", summary.numSamples());
        json.writeArrayFieldStart("events");
        for (EpisodeEvent event : summary.events()) {
            writeEvent(json, event);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void writeEvent(JsonGenerator json, EpisodeEvent event) throws IOException {
        json.writeStartObject();
        json.writeNumberField("step", event.step());
        json.writeNumberField("code", event.code());
        json.writeStringField("name", event.name());
        json.writeStringField("info", event.info());
        json.writeNumberField("score", event.score());
        json.writeEndObject();
    }
}
