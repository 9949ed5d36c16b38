package io.github.roboreel.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What attributes of a foreign dataset say of an episode: its own first, then those of the groups around it. Texts that
 * hold JSON are looked into, since many writers keep an object in one attribute.
 *
 * @param places the attributes of a group each, as {@link #place} gives them
 */
public record Statements(List<JsonNode> places) {
    /** Names that hold the sentence and nothing else, in the code that writes such files. */
    private static final List<String> INSTRUCTIONS = List.of(
            "instruction",
            "language_instruction",
            "natural_language_instruction",
            "task_description",
            "task_instruction",
            "language_goal",
            "env_lang",
            "instructions",
            "language_instructions");

    /** Names that hold a sentence in some files, and a name or the code of a language in others. */
    private static final List<String> POSSIBLE_INSTRUCTIONS = List.of(
            "lang",
            "lang_instruction",
            "language_raw",
            "prompt",
            "task",
            "current_task",
            "goal",
            "language",
            "mission");

    private static final List<String> ENV_NAMES = List.of("env_name", "env", "env_id");
    private static final List<String> HERTZ = List.of("control_freq", "control_hz", "control_frequency");
    private static final List<String> SECONDS = List.of("dt_seconds", "step_dt", "control_dt", "control_timestep");

    /** Names that mean the period of control only where they are no part of an object, as of a camera or of physics. */
    private static final List<String> OUTER_HERTZ = List.of("fps", "frequency");

    private static final List<String> OUTER_SECONDS = List.of("dt");

    /** What tells apart several wordings of an instruction. */
    private static final List<String> NUMBERS = List.of("", "1", "2", "3", "_1", "_2", "_3");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** The deepest that is known is {@code env_args}, {@code env_kwargs}, the value. */
    private static final int MAX_LEVELS = 4;

    /** Copies the list. */
    public Statements {
        places = List.copyOf(places);
    }

    /** The attributes of a group, with the JSON that its texts hold. */
    public static ObjectNode place(Map<String, Object> attributes) {
        ObjectNode place = JsonNodeFactory.instance.objectNode();
        attributes.forEach((name, value) -> place.set(name, parsed(value)));
        return place;
    }

    private static JsonNode parsed(Object value) {
        if (value instanceof JsonNode node) {
            return node;
        }
        if (value instanceof String text) {
            String json = text.strip();
            if (json.startsWith("{") || json.startsWith("[")) {
                JsonNode parsed = json(json);
                return parsed.isContainerNode() ? parsed : JsonNodeFactory.instance.textNode(text);
            }
        }
        return FormatJson.tree(value);
    }

    /**
     * A document as Python writes it, with NaN and infinities, be it behind a byte order mark; missing where it is
     * none.
     */
    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Whether texts of that name are instructions, in some files at least. */
    public static boolean isInstruction(String name) {
        String plain = unnumbered(name);
        return INSTRUCTIONS.contains(plain) || POSSIBLE_INSTRUCTIONS.contains(plain);
    }

    /** Without the number that tells apart several wordings. */
    private static String unnumbered(String name) {
        return name.replaceFirst("_?[1-9]$", "");
    }

    /** The first instruction among texts of such a name; empty where there is none. */
    public static Optional<String> instruction(String name, List<String> texts) {
        return texts.stream().flatMap(text -> instruction(name, text).stream()).findFirst();
    }

    /** The first instruction among fields of texts whose names say that they hold some. */
    private static Optional<String> inFields(List<FieldSource> fields) throws IOException {
        for (FieldSource field : fields) {
            Optional<String> text =
                    inRows(field.spec().path(), field.storedType().isText(), field.rows());
            if (text.isPresent()) {
                return text;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> inArrays(List<FoundArray> found) throws IOException {
        for (FoundArray array : found) {
            Optional<String> text = inRows(array.name(), FieldShapes.isTexts(array), array.rows());
            if (text.isPresent()) {
                return text;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> inRows(String path, boolean areTexts, ForeignRows rows) throws IOException {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return areTexts && isInstruction(name) ? instruction(name, rows.texts()) : Optional.empty();
    }

    /** Empty when it is blank, or under a name that means other things elsewhere too short to be a sentence. */
    private static Optional<String> instruction(String name, String text) {
        String sentence = text.strip();
        int least = INSTRUCTIONS.contains(unnumbered(name)) ? 1 : name.equals("language") ? 3 : 2;
        boolean isSure = sentence.split("\\s+").length >= least;
        return sentence.isEmpty() || !isSure ? Optional.empty() : Optional.of(sentence);
    }

    /** What the policy was told: by the episode's attributes, one of its arrays, or the attributes around it. */
    public Optional<String> instruction(List<FoundArray> found) throws IOException {
        Optional<String> own = own().instruction();
        Optional<String> near = own.isPresent() ? own : inArrays(found);
        return near.isPresent() ? near : instruction();
    }

    /** The same with the fields that the arrays have become. */
    public Optional<String> instructionWith(List<FieldSource> fields) throws IOException {
        Optional<String> own = own().instruction();
        Optional<String> near = own.isPresent() ? own : inFields(fields);
        return near.isPresent() ? near : instruction();
    }

    private Statements own() {
        return new Statements(places.subList(0, 1));
    }

    /** What the policy was told, by the nearest place: there, names that are sure come first. */
    public Optional<String> instruction() {
        return places.stream()
                .flatMap(place ->
                        Stream.of(INSTRUCTIONS, POSSIBLE_INSTRUCTIONS).flatMap(names -> instructions(place, names)))
                .findFirst();
    }

    private static Stream<String> instructions(JsonNode place, List<String> names) {
        return within(place)
                .flatMap(object -> names.stream()
                        .flatMap(name -> NUMBERS.stream()
                                .map(number -> object.path(name + number))
                                .flatMap(Statements::texts)
                                .flatMap(text -> instruction(name, text).stream())));
    }

    /** Name of the environment. */
    public Optional<String> envName() {
        return objects()
                .flatMap(object -> ENV_NAMES.stream().flatMap(name -> texts(object.path(name))))
                .filter(text -> !text.isBlank())
                .findFirst();
    }

    /** A text, or the texts of a list, be they in lists. */
    private static Stream<String> texts(JsonNode value) {
        return value.isArray()
                ? value.valueStream().flatMap(Statements::texts)
                : Stream.of(value).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    /**
     * Time between two steps, s, of the first place that says it.
     *
     * @param notes learns of others that are said
     */
    public OptionalDouble dtSeconds(ImportNotes notes) {
        double[] said = places.stream()
                .flatMap(place -> within(place).flatMap(object -> periods(object, object == place)))
                .mapToDouble(Double::doubleValue)
                .toArray();
        double[] others = Arrays.stream(said)
                .filter(other -> Math.abs(other - said[0]) > 1e-9)
                .distinct()
                .toArray();
        if (others.length > 0) {
            notes.add("attributes say several times between two steps, in seconds: " + said[0] + " is taken, not "
                    + Arrays.toString(others).replaceAll("[\\[\\]]", ""));
        }
        return said.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(said[0]);
    }

    private static Stream<Double> periods(JsonNode object, boolean isOuter) {
        List<Double> periods = new ArrayList<>();
        double decimation = object.path("decimation").asDouble();
        double physics =
                object.path("dt").asDouble(object.path("sim").path("dt").asDouble());
        if (decimation > 0) {
            periods.add(physics * decimation);
        }
        Stream<String> hertz = Stream.concat(HERTZ.stream(), isOuter ? OUTER_HERTZ.stream() : Stream.empty());
        hertz.forEach(name -> periods.add(1 / object.path(name).asDouble()));
        boolean hasOuter = isOuter && decimation <= 0;
        Stream<String> seconds = Stream.concat(SECONDS.stream(), hasOuter ? OUTER_SECONDS.stream() : Stream.empty());
        seconds.forEach(name -> periods.add(object.path(name).asDouble()));
        return periods.stream().filter(period -> period > 0 && Double.isFinite(period));
    }

    private Stream<JsonNode> objects() {
        return places.stream().flatMap(Statements::within);
    }

    /** An object and those in it, the outer ones first. */
    private static Stream<JsonNode> within(JsonNode place) {
        List<JsonNode> all = new ArrayList<>();
        List<JsonNode> level = List.of(place);
        for (int i = 0; i < MAX_LEVELS && !level.isEmpty(); i++) {
            all.addAll(level);
            level = level.stream()
                    .flatMap(JsonNode::valueStream)
                    .map(value -> parsed(value.isTextual() ? value.textValue() : value))
                    .flatMap(value -> value.isArray() ? value.valueStream() : Stream.of(value))
                    .filter(JsonNode::isObject)
                    .toList();
        }
        return all.stream();
    }
}
