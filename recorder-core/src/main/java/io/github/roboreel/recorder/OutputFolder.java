package io.github.roboreel.recorder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.SpaceJson;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Prepares the folders of a run and its {@code env_cfg.json}. */
final class OutputFolder {
    private OutputFolder() {}

    /**
     * Makes the folders and writes the env's configuration when it is not there yet.
     *
     * @throws ConfigException when the folder's earlier runs have another time step or other fields
     */
    static void prepare(RunSpec run, FieldSchema schema) {
        JsonNode config = parse(run);
        Path folder = run.envFolder();
        try {
            Files.createDirectories(folder);
            Path file = folder.resolve(RunFolder.ENV_CONFIG);
            if (Files.exists(file)) {
                JsonNode existing = readExisting(file);
                requireSamePeriod(file, existing, config);
                requireSameFields(file, existing.path(EnvConfig.FIELDS), fields(schema));
            } else {
                JsonNode written = withFields(withProvenance(config, run), schema);
                WholeFile.write(file, written.toString().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw unusable(folder, "written", e);
        }
    }

    private static JsonNode withProvenance(JsonNode config, RunSpec run) {
        boolean isSaid = config.has(EnvConfig.PROVENANCE) || run.provenance().isUnknown();
        if (!isSaid && config instanceof ObjectNode object) {
            object.set(EnvConfig.PROVENANCE, FormatJson.tree(run.provenance()));
        }
        return config;
    }

    /** A folder that the system refuses to let be written, or locked. */
    static RecorderException unusable(Path folder, String use, IOException cause) {
        String remedy = Kind.of(cause).remedy().orElse("choose another or mend its permissions");
        String reason = cause instanceof FileAlreadyExistsException ? "it is a file" : Sentence.reasonOf(cause);
        return new RecorderException(
                Sentence.of("the output folder %s cannot be %s (%s); %s", folder, use, reason, remedy), cause);
    }

    /**
     * With the fields, and spaces where the simulator says none. An import, which says null, puts episodes of other
     * fields into runs of their own.
     */
    private static JsonNode withFields(JsonNode config, FieldSchema schema) {
        boolean isOfEachRun = config.path(EnvConfig.FIELDS).isNull();
        if (config instanceof ObjectNode object && !isOfEachRun) {
            object.set(EnvConfig.FIELDS, fields(schema));
            putSpace(object, EnvConfig.ACTION_SPACE, schema, DemoPaths.ACTIONS);
            putSpace(object, EnvConfig.OBSERVATION_SPACE, schema, DemoPaths.OBS);
        }
        return config;
    }

    private static void putSpace(ObjectNode config, String key, FieldSchema schema, String group) {
        Map<String, ObjectNode> byName = new LinkedHashMap<>();
        for (FieldSpec spec : schema.storedSpecs()) {
            if (spec.path().equals(group) || DemoPaths.isIn(group, spec.path())) {
                List<Long> shape = spec.shape().stream().map(Integer::longValue).toList();
                String name = spec.path().substring(Math.min(spec.path().length(), group.length() + 1));
                byName.put(name, SpaceJson.of(spec.dtype(), shape, spec.signal()));
            }
        }
        if (!byName.isEmpty() && !config.has(key)) {
            config.set(key, SpaceJson.of(byName));
        }
    }

    /** What must be the same in all runs of a folder, by path. */
    private static ObjectNode fields(FieldSchema schema) {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        for (FieldSpec spec : schema.storedSpecs()) {
            ObjectNode field =
                    fields.putObject(spec.path()).put("dtype", spec.dtype().label());
            spec.shape().forEach(field.putArray("shape")::add);
            field.put("unit", spec.unit()).put("frame", spec.frame());
        }
        return fields;
    }

    private static void requireSamePeriod(Path file, JsonNode existing, JsonNode config) {
        if (Math.abs(period(existing) - period(config)) > 1e-12) {
            throw new ConfigException(
                    file.toString(),
                    List.of(Sentence.of(
                            "says dt %s s, this run has %s s; record into another folder",
                            period(existing), period(config))));
        }
    }

    /** A folder of an earlier version, and one that was imported, says nothing of its fields. */
    private static void requireSameFields(Path file, JsonNode existing, JsonNode fields) {
        if (!existing.isObject()) {
            return;
        }
        Set<String> paths = new TreeSet<>();
        existing.fieldNames().forEachRemaining(paths::add);
        fields.fieldNames().forEachRemaining(paths::add);
        List<String> differences = paths.stream()
                .filter(path -> !existing.path(path).equals(fields.path(path)))
                .map(path -> Sentence.of(
                        "%s is %s there and %s here", path, shown(existing.path(path)), shown(fields.path(path))))
                .toList();
        if (!differences.isEmpty()) {
            throw new ConfigException(
                    file.toString(),
                    List.of(Sentence.of(
                            "has other fields than this run: %s; record into another folder",
                            String.join(", ", differences))));
        }
    }

    private static String shown(JsonNode field) {
        if (field.isMissingNode()) {
            return "absent";
        }
        String type = field.path("dtype").asText() + field.path("shape");
        String unit = field.path("unit").asText();
        String frame = field.path("frame").asText();
        return type + (unit.isEmpty() ? "" : " in " + unit) + (frame.isEmpty() ? "" : " of frame " + frame);
    }

    private static JsonNode readExisting(Path file) throws IOException {
        try {
            return FormatJson.read(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new ConfigException(
                    file.toString(),
                    "is not JSON, so its dt cannot be compared with this run's; record into another folder",
                    e);
        }
    }

    private static void requireDeclaredPeriod(RunSpec run, JsonNode config) {
        for (EpisodeInfo episode : run.episodes()) {
            if (Math.abs(episode.dtSeconds() - period(config)) > 1e-9) {
                throw new ConfigException(
                        "envConfigJson",
                        List.of(Sentence.of(
                                "sim.dt x decimation is %s s, the episodes say dt %s s",
                                period(config), episode.dtSeconds())));
            }
        }
    }

    private static double period(JsonNode config) {
        return config.path("sim").path("dt").asDouble()
                * config.path("decimation").asDouble();
    }

    /** Opens the results of the run's folder for appending. */
    static ResultsFile openResults(RunSpec run) {
        Path file = run.folder().resolve(RunFolder.RESULTS);
        try {
            return ResultsFile.open(file);
        } catch (IOException e) {
            throw new RecorderException("the results cannot be appended to: " + e.getMessage(), e);
        }
    }

    private static JsonNode parse(RunSpec run) {
        try {
            JsonNode config = FormatJson.read(run.envConfigJson());
            if (!config.path("sim").path("dt").isNumber()
                    || !config.path("decimation").isNumber()) {
                throw new ConfigException(
                        "envConfigJson",
                        List.of("needs the numbers sim.dt and decimation; readers compute dt from them"));
            }
            requireDeclaredPeriod(run, config);
            return config;
        } catch (JsonProcessingException e) {
            throw new ConfigException("envConfigJson", "is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
