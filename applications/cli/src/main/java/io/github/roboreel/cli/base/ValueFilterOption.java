package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Option that chooses episodes by the values of their attributes. */
public final class ValueFilterOption {
    /** A name and a value of one word; in SQL it is a comparison of the same meaning, or nothing. */
    private static final Pattern PLAIN = Pattern.compile("[\\w.-]+=[^=<>'\"()\\s]*");

    /** What a name does not end with: an operator of SQL begins so. */
    private static final Pattern OPERATOR = Pattern.compile(".*[\\s<>!]");

    @Option(
            names = "--filter",
            paramLabel = "NAME=VALUE",
            description = "Only episodes whose attribute NAME, as EpisodeOutcome.withAttributes gave it, or"
                    + " whose field of the result line is VALUE, which may be a pattern."
                    + " Given again: one of the values of each name.")
    List<String> filters = new ArrayList<>();

    /**
     * Wanted values, or patterns of them, by name.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when one is no name with a value
     */
    public Map<String, List<String>> values() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String given : filters) {
            int equals = given.indexOf('=');
            if (equals < 1 || OPERATOR.matcher(given.substring(0, equals)).matches()) {
                throw RoboReelException.badArgument(
                        "--filter '%s' is no NAME=VALUE; give for example terrain=rough, or an SQL expression to --where"
                                + " of report, check, stats and export",
                        given);
            }
            values.computeIfAbsent(given.substring(0, equals), name -> new ArrayList<>())
                    .add(given.substring(equals + 1));
        }
        return values;
    }

    /**
     * Removes one that is no name with a value, but an expression of SQL.
     *
     * @return empty when there is none
     */
    public Optional<String> takeExpression() {
        Optional<String> expression = filters.stream()
                .filter(given -> !PLAIN.matcher(given).matches())
                .findFirst();
        expression.ifPresent(filters::remove);
        return expression;
    }
}
