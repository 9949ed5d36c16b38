package io.github.roboreel.tools.resume;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recordings.folder.StoredField;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Properties that must not change between two sessions of one recording: episode numbers and seeds follow from it, or
 * episodes could not be compared with each other.
 *
 * @param envName the task's name, also the env folder's
 * @param numEnvs the simulator's environments
 * @param episodesPerFile places for demos in a run file of continuous episodes; 0 where each env has one episode a run
 * @param seed seed of episode 0; that of episode e is larger by e
 * @param instructionType which of the task's instructions
 * @param policy name of the policy that acts
 * @param videoMode which videos are made: {@code all}, {@code viewport}, {@code sensor} or {@code none}
 * @param schema the fields; those that are not stored are not compared
 * @param envConfigJson the environment's configuration, a JSON object
 */
public record RecordingIdentity(
        String envName,
        int numEnvs,
        int episodesPerFile,
        long seed,
        String instructionType,
        String policy,
        String videoMode,
        FieldSchema schema,
        String envConfigJson) {
    /** Checks that all is there. */
    public RecordingIdentity {
        Objects.requireNonNull(envName, "envName");
        Objects.requireNonNull(instructionType, "instructionType");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(videoMode, "videoMode");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(envConfigJson, "envConfigJson");
    }

    /** Of a recording in which each env has one episode a run. */
    public RecordingIdentity(
            String envName,
            int numEnvs,
            long seed,
            String instructionType,
            String policy,
            String videoMode,
            FieldSchema schema,
            String envConfigJson) {
        this(envName, numEnvs, 0, seed, instructionType, policy, videoMode, schema, envConfigJson);
    }

    /**
     * The configuration.
     *
     * @throws IllegalArgumentException when it is no JSON object
     */
    JsonNode envConfig() {
        try {
            JsonNode config = FormatJson.read(envConfigJson);
            if (config.isObject()) {
                return config;
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("envConfigJson: " + e.getOriginalMessage(), e);
        }
        throw new IllegalArgumentException("envConfigJson: expected a JSON object, given " + envConfigJson);
    }

    /** The stored fields, by path. */
    SortedMap<String, StoredField> fields() {
        SortedMap<String, StoredField> fields = new TreeMap<>();
        schema.storedSpecs().forEach(spec -> fields.put(spec.path(), StoredField.of(spec)));
        return fields;
    }
}
