package io.github.roboreel.dashboard.health;

import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of Prometheus' text format. Immutable. */
final class PrometheusSamples {
    private static final Pattern LINE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})?\\s+(\\S+)(?:\\s+\\S+)?\\s*");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*+)\",?");

    private static final NamingConvention NAMES = new PrometheusNamingConvention();
    private static final String TOTAL = "_total";

    private final List<Sample> all;

    /** One number. */
    record Sample(String name, Map<String, String> labels, double value) {}

    private PrometheusSamples(List<Sample> all) {
        this.all = all;
    }

    /** What Prometheus calls a meter; of a timer, {@code _count}, {@code _sum} and {@code _max} follow. */
    static String nameOf(RecorderMeter meter) {
        String name = NAMES.name(meter.meterName(), meter.type(), meter.unit());
        return meter.type() == Meter.Type.COUNTER && !name.endsWith(TOTAL) ? name + TOTAL : name;
    }

    /** What can be read of a text; other lines are left out. */
    static PrometheusSamples of(String text) {
        List<Sample> samples = new ArrayList<>();
        for (String line : text.split("\n")) {
            Matcher parts = LINE.matcher(line);
            if (!line.startsWith("#") && parts.matches()) {
                number(parts.group(3))
                        .ifPresent(value -> samples.add(new Sample(parts.group(1), labels(parts.group(2)), value)));
            }
        }
        return new PrometheusSamples(List.copyOf(samples));
    }

    /** Those of the recorder of that output folder, and those of the whole process. */
    PrometheusSamples ofRecorder(Path folder) {
        Map<String, Boolean> known = new HashMap<>();
        return new PrometheusSamples(all.stream()
                .filter(sample -> sample.labels().get("recorder") == null
                        || known.computeIfAbsent(sample.labels().get("recorder"), name -> isSame(name, folder)))
                .toList());
    }

    private static boolean isSame(String name, Path folder) {
        try {
            return Files.isSameFile(Path.of(name), folder);
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    private static OptionalDouble number(String text) {
        try {
            return OptionalDouble.of(
                    switch (text) {
                        case "+Inf" -> Double.POSITIVE_INFINITY;
                        case "-Inf" -> Double.NEGATIVE_INFINITY;
                        default -> Double.parseDouble(text);
                    });
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new HashMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        while (label.find()) {
            labels.put(label.group(1), unescaped(label.group(2)));
        }
        return Map.copyOf(labels);
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i++;
                c = text.charAt(i) == 'n' ? '\n' : text.charAt(i);
            }
            plain.append(c);
        }
        return plain.toString();
    }

    /** Sum over all series of that name; null when there is none, or it is no finite number. */
    Double sum(String name) {
        return joined(name, sample -> true, Double::sum);
    }

    /** As above, of those with that label. */
    Double sum(String name, String label, String value) {
        return joined(name, sample -> value.equals(sample.labels().get(label)), Double::sum);
    }

    /** The largest of that name; null as above. */
    Double max(String name) {
        return joined(name, sample -> true, Double::max);
    }

    /** The smallest of that name; null as above. */
    Double min(String name) {
        return joined(name, sample -> true, Double::min);
    }

    private Double joined(String name, Predicate<Sample> which, BinaryOperator<Double> join) {
        return all.stream()
                .filter(sample -> sample.name().equals(name) && which.test(sample))
                .map(Sample::value)
                .reduce(join)
                .filter(Double::isFinite)
                .orElse(null);
    }

    /** Sums by the values of a label. */
    Map<String, Long> counts(String name, String label) {
        Map<String, Long> counts = new java.util.TreeMap<>();
        for (Sample sample : all) {
            String key = sample.labels().get(label);
            if (sample.name().equals(name) && key != null && Double.isFinite(sample.value())) {
                counts.merge(key, Math.round(sample.value()), Long::sum);
            }
        }
        return counts;
    }
}
