package io.github.roboreel.dashboard.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request that was let in. Immutable.
 *
 * @param ids values of the names in braces of the endpoint's path
 * @param parameters values of each parameter, in the order given
 * @param headers by name in lower case
 * @param body JSON of a PUT or POST; missing otherwise
 */
public record Request(
        Map<String, String> ids, Map<String, List<String>> parameters, Map<String, String> headers, JsonNode body) {
    /** Value of a name in braces. */
    public String id(String name) {
        return ids.get(name);
    }

    /** The only value of a parameter; empty when it is not given or blank. */
    public Optional<String> parameter(String name) throws Refusal {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw Refusal.badRequest(name + " is given " + values.size() + " times; give it once");
        }
        return values.stream().filter(value -> !value.isBlank()).findFirst();
    }

    /** All values of a parameter. */
    public List<String> all(String name) {
        return parameters.getOrDefault(name, List.of());
    }

    /** A whole number in a range; empty when it is not given. */
    public OptionalInt integer(String name, int least, int most) throws Refusal {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= least && value <= most) {
                return OptionalInt.of(value);
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number out of range.
        }
        throw Refusal.badRequest(
                name + " is " + text.get() + "; expected a whole number from " + least + " to " + most);
    }
}
