package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.tools.report.EpisodeCondition;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.EpisodeFilter.Field;
import io.github.roboreel.tools.report.EpisodeFilter.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Filters of episodes as requests name them: all kinds must let an episode pass, of each kind one value. */
final class Filters {
    private static final Map<String, Field> FIELDS = fields();

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
        List<Verdict> verdicts = verdicts(request);
        Verdict only = verdicts.size() == 1 ? verdicts.get(0) : Verdict.ANY;
        return new EpisodeFilter(patterns, attributes, only, conditions(request, verdicts));
    }

    private static List<String> given(Request request, String name) {
        return request.all(name).stream().filter(value -> !value.isBlank()).toList();
    }

    private static List<Verdict> verdicts(Request request) throws Refusal {
        List<Verdict> verdicts = new ArrayList<>();
        for (String given : given(request, "success")) {
            verdicts.add(
                    switch (given) {
                        case "true" -> Verdict.SUCCESS;
                        case "false" -> Verdict.FAILURE;
                        case "none" -> Verdict.NOT_JUDGED;
                        default -> throw Refusal.badRequest("success is " + given + "; expected true, false or none");
                    });
        }
        return verdicts.stream().distinct().toList();
    }

    private static List<EpisodeCondition> conditions(Request request, List<Verdict> verdicts) throws Refusal {
        List<EpisodeCondition> conditions = new ArrayList<>();
        if (verdicts.size() == 2) {
            conditions.add(EpisodeCondition.verdictIn(verdicts));
        }
        List<String> reasons = given(request, "reason");
        if (!reasons.isEmpty()) {
            conditions.add(EpisodeCondition.anyOf(
                    reasons.stream().map(EpisodeCondition::reasonHolds).toList()));
        }
        request.parameter("q").ifPresent(text -> conditions.add(EpisodeCondition.textHolds(text)));
        OptionalInt least = request.integer("min_steps", 0, Integer.MAX_VALUE);
        OptionalInt most = request.integer("max_steps", 0, Integer.MAX_VALUE);
        if (least.isPresent() || most.isPresent()) {
            conditions.add(EpisodeCondition.stepsBetween(least.orElse(0), most.orElse(Integer.MAX_VALUE)));
        }
        if (request.parameter("flag").orElse("false").equals("true")) {
            conditions.add(EpisodeCondition.flagged());
        }
        for (String metric : given(request, "metric")) {
            conditions.add(metric(metric));
        }
        return conditions;
    }

    /** {@code NAME:MIN:MAX}, of which either bound may be left out. */
    private static EpisodeCondition metric(String text) throws Refusal {
        int last = text.lastIndexOf(':');
        int first = last < 1 ? -1 : text.lastIndexOf(':', last - 1);
        if (first < 1) {
            throw Refusal.badRequest("metric is " + text + "; expected NAME:MIN:MAX, for example ee_sparc:-4:");
        }
        double least = bound(text, text.substring(first + 1, last), Double.NEGATIVE_INFINITY);
        double most = bound(text, text.substring(last + 1), Double.POSITIVE_INFINITY);
        return EpisodeCondition.metricBetween(text.substring(0, first), least, most);
    }

    private static double bound(String text, String number, double otherwise) throws Refusal {
        try {
            return number.isBlank() ? otherwise : Double.parseDouble(number);
        } catch (NumberFormatException e) {
            throw Refusal.badRequest("metric is " + text + "; '" + number + "' is no number");
        }
    }
}
