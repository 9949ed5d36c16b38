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
 * @param task what is simulated
 * @param numEnvs the simulator's environments
 * @param episodesPerFile places for demos in a run file of continuous episodes; 0 where each env has one episode a run
 * @param seed seed of episode 0; that of episode e is larger by e
 * @param policy name of the policy that acts
 * @param videoMode which videos are made: {@code all}, {@code viewport}, {@code sensor} or {@code none}
 * @param schema the fields; those that are not stored are not compared
 */
public record RecordingIdentity(
        Task task, int numEnvs, int episodesPerFile, long seed, String policy, String videoMode, FieldSchema schema) {
    /** Checks that all is there. */
    public RecordingIdentity {
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(videoMode, "videoMode");
        Objects.requireNonNull(schema, "schema");
    }

    /**
     * A task as the simulator has it.
     *
     * @param name its name, also the env folder's
     * @param instructionType which of its instructions
     * @param envConfigJson the environment's configuration, a JSON object
     */
    public record Task(String name, String instructionType, String envConfigJson) {
        /** Checks that all is there. */
        public Task {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(instructionType, "instructionType");
            Objects.requireNonNull(envConfigJson, "envConfigJson");
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
    }

    /** The stored fields, by path. */
    SortedMap<String, StoredField> fields() {
        SortedMap<String, StoredField> fields = new TreeMap<>();
        schema.storedSpecs().forEach(spec -> fields.put(spec.path(), StoredField.of(spec)));
        return fields;
    }
}
