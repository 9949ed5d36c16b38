package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.tools.report.EpisodeCondition;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.EpisodeFilter.Field;
import io.github.roboreel.tools.report.EpisodeWords;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Filters of episodes as requests name them: all kinds must let an episode pass, of each kind one value. */
final class Filters {
    private static final Map<String, Field> FIELDS = fields();

    /** Options of {@code roboreel report} that mean the same. */
    private static final Map<String, String> OPTIONS = options();

    private Filters() {}

    private static Map<String, Field> fields() {
        Map<String, Field> fields = new LinkedHashMap<>();
        fields.put("task", Field.TASK);
        fields.put("env", Field.ENV_NAME);
        fields.put("policy", Field.POLICY);
        fields.put("status", Field.STATUS);
        fields.put("event", Field.EVENT);
        fields.put("tag", Field.TAG);
        fields.put("instruction_type", Field.INSTRUCTION_TYPE);
        fields.put("scene", Field.SCENE);
        return fields;
    }

    private static Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        FIELDS.keySet().forEach(name -> options.put(name, "--" + name.replace('_', '-')));
        options.put("env", "--env-name");
        options.put("scene", "--filter=scene");
        for (String name : List.of("success", "reason", "min_steps", "max_steps", "metric")) {
            options.put(name, "--" + name.replace('_', '-'));
        }
        options.put("q", "--search");
        return options;
    }

    /** The same for a command line. */
    static List<String> words(Request request) throws Refusal {
        List<String> words = new ArrayList<>();
        OPTIONS.forEach((name, option) -> given(request, name).forEach(value -> words.add(option + "=" + value)));
        given(request, "attribute")
                .forEach(value -> words.add((value.indexOf('=') < 1 ? "--attribute=" : "--filter=") + value));
        if (isFlagged(request)) {
            words.add("--flagged");
        }
        return words;
    }

    /** The filter that a request asks for. */
    static EpisodeFilter of(Request request) throws Refusal {
        Map<Field, List<String>> patterns = new EnumMap<>(Field.class);
        FIELDS.forEach((name, field) -> patterns.put(field, given(request, name)));
        Map<String, List<String>> attributes = new LinkedHashMap<>();
        List<String> labels = new ArrayList<>();
        for (String attribute : given(request, "attribute")) {
            int equals = attribute.indexOf('=');
            if (equals < 1) {
                labels.add(attribute);
            } else {
                attributes
                        .computeIfAbsent(attribute.substring(0, equals), name -> new ArrayList<>())
                        .add(attribute.substring(equals + 1));
            }
        }
        patterns.put(Field.ATTRIBUTES, labels);
        return new EpisodeFilter(patterns, attributes, conditions(request));
    }

    private static List<String> given(Request request, String name) {
        return request.all(name).stream().filter(value -> !value.isBlank()).toList();
    }

    private static List<EpisodeCondition> conditions(Request request) throws Refusal {
        EpisodeWords words = new EpisodeWords(
                given(request, "success"),
                given(request, "reason"),
                request.parameter("q"),
                request.integer("min_steps", 0, Integer.MAX_VALUE),
                request.integer("max_steps", 0, Integer.MAX_VALUE),
                isFlagged(request),
                given(request, "metric"));
        try {
            return words.conditions();
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest(e.getMessage());
        }
    }

    private static boolean isFlagged(Request request) throws Refusal {
        return request.parameter("flag").orElse("false").equals("true");
    }
}
