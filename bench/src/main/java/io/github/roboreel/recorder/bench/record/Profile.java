package io.github.roboreel.recorder.bench.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which thread used the processors, and for what.
 *
 * @param cores processors that were busy on average
 * @param threads busiest first
 */
public record Profile(double cores, List<ThreadShare> threads) {
    private static final int MAX_METHODS = 6;
    private static final double MIN_SHARE = 0.01;
    private static final String UNSEEN = "compilers, collectors and what ended in between";

    /**
     * What threads of one name used.
     *
     * @param thread their name, without numbers
     * @param share of all time on processors, 0 to 1
     * @param methods where, largest share of all first
     */
    public record ThreadShare(String thread, double share, Map<String, Double> methods) {}

    static Profile of(Map<CodePlace, Long> nanos, long processNanos, long wallNanos) {
        long seen = nanos.values().stream().mapToLong(Long::longValue).sum();
        double all = Math.max(seen, processNanos);
        Map<String, Map<String, Double>> byThread = new TreeMap<>();
        nanos.forEach((place, used) ->
                byThread.computeIfAbsent(place.thread(), t -> new TreeMap<>()).put(place.method(), used / all));
        List<ThreadShare> threads = byThread.entrySet().stream()
                .map(e -> share(e.getKey(), e.getValue()))
                .filter(t -> t.share() >= MIN_SHARE)
                .sorted(Comparator.comparingDouble(ThreadShare::share).reversed())
                .collect(Collectors.toCollection(ArrayList::new));
        threads.add(new ThreadShare(UNSEEN, 1 - seen / all, Map.of()));
        return new Profile(all / wallNanos, List.copyOf(threads));
    }

    private static ThreadShare share(String thread, Map<String, Double> methods) {
        double share =
                methods.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<String, Double> largest = methods.entrySet().stream()
                .filter(m -> m.getValue() >= MIN_SHARE)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MAX_METHODS)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
        return new ThreadShare(thread, share, largest);
    }

    /** For people; no line break at the end. */
    public String table() {
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT, "profile: %.2f processors busy", cores));
        for (ThreadShare thread : threads) {
            table.append(line("  ", thread.share(), thread.thread()));
            thread.methods().forEach((method, share) -> table.append(line("      ", share, method)));
        }
        return table.toString();
    }

    private static String line(String indent, double share, String what) {
        return String.format(Locale.ROOT, "%n%s%5.1f %%  %s", indent, 100 * share, what);
    }

    /** For JSON. */
    public Figures figures() {
        Figures figures = new Figures().put("busy_processors", cores, 3);
        threads.forEach(t -> figures.put(t.thread(), figures(t)));
        return figures;
    }

    private static Figures figures(ThreadShare thread) {
        Figures figures = new Figures().put("share", thread.share(), 4);
        thread.methods().forEach((method, share) -> figures.put(method, share, 4));
        return figures;
    }
}
