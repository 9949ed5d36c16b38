package io.github.roboreel.tools.metrics;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.roboreel.recorder.MetricSets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Puts recomputed metrics into those of a line, key by key. What no set knows that was computed now
 * stays byte for byte, metrics of other programs and of sets that failed among it; a value that a
 * set knows and does not give any more goes.
 *
 * @param computed what was recomputed
 */
record MetricsMerge(MetricSets.Computed computed) implements SplicedResults.Replacement {
    @Override
    public String of(byte[] line, int start, int end) throws IOException {
        Map<String, String> texts = unknown(line, start, end);
        computed.values().forEach((name, value) -> texts.put(name, MetricsJson.text(value)));
        StringBuilder merged = new StringBuilder("{");
        texts.forEach(
                (name, text) ->
                        merged.append(merged.length() == 1 ? "" : ",")
                                .append(MetricsJson.text(name))
                                .append(':')
                                .append(text));
        return merged.append('}').toString();
    }

    /** The texts of the values that stay, and of those that get another value, in their order. */
    private Map<String, String> unknown(byte[] line, int start, int end) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        try (JsonParser parser = FieldSplice.parser(line, start, end - start)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return texts;
            }
            FieldSplice.fields(parser, start)
                    .forEach(
                            (name, at) ->
                                    texts.put(
                                            name,
                                            new String(
                                                    line,
                                                    at.start(),
                                                    at.end() - at.start(),
                                                    StandardCharsets.UTF_8)));
        }
        texts.keySet()
                .removeIf(
                        name ->
                                computed.known().contains(name)
                                        && !computed.values().containsKey(name));
        return texts;
    }
}
