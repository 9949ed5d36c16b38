package io.github.roboreel.bridge;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of one JSON object of a client. What is null counts as absent; what is of another type is refused.
 *
 * @param where what the object is, for the message
 */
record MessageValues(String where, JsonNode object) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_SHOWN = 100;

    /** Refuses what is no object. */
    MessageValues {
        if (!object.isObject() && !object.isMissingNode()) {
            throw ProtocolException.of("%s is %s; expected an object", where, shown(object));
        }
    }

    boolean has(String key) {
        return !object.path(key).isNull() && !object.path(key).isMissingNode();
    }

    private ProtocolException refusal(String key, String expected) {
        JsonNode given = object.path(key);
        return ProtocolException.of(
                "'%s' of %s is %s; expected %s",
                key, where, given.isMissingNode() ? "not there" : shown(given), expected);
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }

    /** A text that is not empty. */
    String text(String key) {
        String text = text(key, "");
        if (text.isEmpty()) {
            throw refusal(key, "a text");
        }
        return text;
    }

    String text(String key, String absent) {
        if (has(key) && !object.path(key).isTextual()) {
            throw refusal(key, "a text");
        }
        return has(key) ? object.path(key).textValue() : absent;
    }

    boolean flag(String key, boolean absent) {
        if (has(key) && !object.path(key).isBoolean()) {
            throw refusal(key, "true or false");
        }
        return has(key) ? object.path(key).booleanValue() : absent;
    }

    long wholeNumber(String key, long low, long high) {
        return wholeNumber(object.path(key), low, high).orElseThrow(() -> refusal(key, range(low, high)));
    }

    long wholeNumber(String key, long low, long high, long absent) {
        return has(key) ? wholeNumber(key, low, high) : absent;
    }

    int wholeNumber(String key, int low, int high) {
        return (int) wholeNumber(key, (long) low, (long) high);
    }

    int wholeNumber(String key, int low, int high, int absent) {
        return has(key) ? wholeNumber(key, low, high) : absent;
    }

    private static Optional<Long> wholeNumber(JsonNode value, long low, long high) {
        boolean isWhole = value.isNumber() && value.canConvertToExactIntegral() && value.canConvertToLong();
        return isWhole && value.longValue() >= low && value.longValue() <= high
                ? Optional.of(value.longValue())
                : Optional.empty();
    }

    private static String range(long low, long high) {
        return Sentence.of("a whole number from %s to %s", low, high);
    }

    /** A finite number above zero. */
    double positive(String key) {
        JsonNode value = object.path(key);
        if (!value.isNumber() || !(value.doubleValue() > 0) || Double.isInfinite(value.doubleValue())) {
            throw refusal(key, "a finite number above 0");
        }
        return value.doubleValue();
    }

    /** Any number. */
    Double number(String key, Double absent) {
        if (has(key) && !object.path(key).isNumber()) {
            throw refusal(key, "a number");
        }
        return has(key) ? (Double) object.path(key).doubleValue() : absent;
    }

    /** Without entries where it is absent. */
    JsonNode list(String key) {
        if (has(key) && !object.path(key).isArray()) {
            throw refusal(key, "a list");
        }
        return has(key) ? object.path(key) : JSON.createArrayNode();
    }

    /** Whole numbers of a list. */
    int[] wholeNumbers(String key, int low, int high) {
        List<Integer> numbers = new ArrayList<>();
        for (JsonNode entry : list(key)) {
            numbers.add(wholeNumber(entry, low, high)
                    .orElseThrow(() -> ProtocolException.of(
                            "'%s' of %s holds %s; expected %s", key, where, shown(entry), range(low, high)))
                    .intValue());
        }
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (JsonNode entry : list(key)) {
            if (!entry.isTextual()) {
                throw ProtocolException.of("'%s' of %s holds %s; expected texts", key, where, shown(entry));
            }
            texts.add(entry.textValue());
        }
        return texts;
    }

    /** The object of a key, without values where it is absent. */
    MessageValues object(String key) {
        if (has(key) && !object.path(key).isObject()) {
            throw refusal(key, "an object");
        }
        return new MessageValues(key, has(key) ? object.path(key) : JSON.createObjectNode());
    }

    /** All values, of the types that JSON has. */
    Map<String, Object> map() {
        return JSON.convertValue(object, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    /** Objects of a list by their {@code env}, each at most once. */
    Map<Integer, MessageValues> byEnv(String key, int numEnvs) {
        Map<Integer, MessageValues> entries = new LinkedHashMap<>();
        for (JsonNode entry : list(key)) {
            MessageValues said = new MessageValues("an entry of '" + key + "'", entry);
            int env = said.wholeNumber("env", 0, numEnvs - 1);
            if (entries.put(env, said) != null) {
                throw ProtocolException.of("'%s' of %s holds env %s twice; expected it once", key, where, env);
            }
        }
        return entries;
    }

    /** Nothing that a client said. */
    static MessageValues none() {
        return new MessageValues("nothing", JSON.createObjectNode());
    }
}
