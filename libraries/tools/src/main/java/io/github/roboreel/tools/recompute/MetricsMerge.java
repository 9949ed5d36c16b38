package io.github.roboreel.tools.recompute;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.MetricSets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Recomputed metrics put into those of a line, key by key. What no set knows that was computed stays byte for byte,
 * metrics of other programs and of sets that failed among it; a value that a set knows and does not give goes. A set
 * that failed when the line was written and did not fail when it was recomputed is named as failed no more.
 *
 * @param computed what was recomputed
 */
record MetricsMerge(MetricSets.Computed computed) implements SplicedResults.Edit {
    private static final String METRICS = "metrics";
    private static final String FAILED = "failed_sinks";

    @Override
    public byte[] of(byte[] line) throws IOException {
        Map<String, FieldSplice> fields = FieldSplice.fields(line);
        byte[] merged = FieldSplice.with(line, METRICS, metrics(text(line, fields, METRICS)));
        JsonNode failed = FormatJson.read(text(line, fields, FAILED));
        return failed.isArray() && withoutComputed(failed)
                ? FieldSplice.with(merged, FAILED, failed.toString())
                : merged;
    }

    private static String text(byte[] line, Map<String, FieldSplice> fields, String name) {
        return fields.containsKey(name) ? fields.get(name).text(line) : "null";
    }

    private boolean withoutComputed(JsonNode failed) {
        boolean isChanged = false;
        for (Iterator<JsonNode> names = failed.iterator(); names.hasNext(); ) {
            String name = names.next().asText();
            if (name.startsWith(MetricSets.FAILED)
                    && computed.sets().contains(name.substring(MetricSets.FAILED.length()))) {
                names.remove();
                isChanged = true;
            }
        }
        return isChanged;
    }

    private String metrics(String before) throws IOException {
        Map<String, String> texts = kept(before.getBytes(StandardCharsets.UTF_8));
        computed.values().forEach((name, value) -> texts.put(name, FormatJson.ascii(value)));
        StringBuilder merged = new StringBuilder("{");
        texts.forEach((name, text) -> merged.append(merged.length() == 1 ? "" : ",")
                .append(FormatJson.ascii(name))
                .append(':')
                .append(text));
        return merged.append('}').toString();
    }

    /** The texts of the values that stay, and of those that get another value, in their order. */
    private Map<String, String> kept(byte[] metrics) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        if (metrics[0] != '{') {
            return texts;
        }
        FieldSplice.fields(metrics).forEach((name, at) -> texts.put(name, at.text(metrics)));
        texts.keySet()
                .removeIf(name ->
                        computed.known().contains(name) && !computed.values().containsKey(name));
        return texts;
    }
}
