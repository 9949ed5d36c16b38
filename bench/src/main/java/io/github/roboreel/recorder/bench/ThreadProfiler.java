package io.github.roboreel.recorder.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Watches this JVM's threads a thousand times a second, from its making to {@link #stop}. The time on a processor that
 * a thread used since it was last seen counts for the method it is found in: native calls count in full, waiting counts
 * nothing, and what a thread did just before it went to wait counts for the wait. What compilers, collectors and
 * threads that died in between used is in the whole only. Looking costs a few percent.
 */
final class ThreadProfiler implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int DEPTH = 48;
    private static final int MAX_SHOWN = 12;
    private static final double MIN_SHARE = 0.01;
    private static final Pattern NUMBER = Pattern.compile("[-#]?\\d+$");
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");

    private final Map<Long, Long> usedBefore = new HashMap<>();
    private final Map<String, Map<String, Double>> used = new TreeMap<>();
    private final Thread sampler = new Thread(this::watch, "bench-profiler");
    private final long start = System.nanoTime();
    private final long cpuBefore = ProcessFigures.cpuNanos();
    private volatile boolean stopped;
    private volatile long ownNanos;

    /** Starts watching. */
    ThreadProfiler() {
        for (long id : THREADS.getAllThreadIds()) {
            usedBefore.put(id, THREADS.getThreadCpuTime(id));
        }
        sampler.setDaemon(true);
        sampler.start();
    }

    private void watch() {
        while (!stopped) {
            for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds(), DEPTH)) {
                if (info != null && info.getThreadId() != sampler.getId()) {
                    count(info);
                }
            }
            LockSupport.parkNanos(PERIOD_NANOS);
        }
        ownNanos = THREADS.getCurrentThreadCpuTime();
    }

    private void count(ThreadInfo info) {
        long now = THREADS.getThreadCpuTime(info.getThreadId());
        Long before = usedBefore.put(info.getThreadId(), now);
        long since = now - (before == null ? 0 : before);
        if (since > 0) {
            used.computeIfAbsent(NUMBER.matcher(info.getThreadName()).replaceAll(""), t -> new TreeMap<>())
                    .merge(method(info.getStackTrace()), (double) since, Double::sum);
        }
    }

    /** The innermost method of ours, then where it had got to, if that is not ours. */
    private static String method(StackTraceElement[] stack) {
        for (int depth = 0; depth < stack.length; depth++) {
            if (stack[depth].getClassName().startsWith("io.github.roboreel.")) {
                String own = text(stack[depth]);
                return depth == 0 ? own : own + " > " + text(stack[0]);
            }
        }
        return stack.length == 0 ? "the JVM" : text(stack[0]);
    }

    private static String text(StackTraceElement frame) {
        String name = frame.getClassName();
        String type = name.substring(name.lastIndexOf('.') + 1);
        return type + "." + LAMBDA.matcher(frame.getMethodName()).replaceAll("$1");
    }

    /**
     * Ends the watch; processors that were busy on average, and each thread's share of their time with its methods'.
     */
    Figures stop() throws InterruptedException {
        close();
        sampler.join();
        double wall = System.nanoTime() - start;
        Map<String, Double> threads = new LinkedHashMap<>();
        used.forEach((thread, methods) ->
                threads.put(thread, methods.values().stream().reduce(0.0, Double::sum)));
        double seen = threads.values().stream().reduce(0.0, Double::sum);
        double all = Math.max(seen, ProcessFigures.cpuNanos() - cpuBefore - ownNanos);
        Figures profile = new Figures().put("busy_processors", all / wall);
        largest(threads, all)
                .forEach((thread, share) ->
                        profile.put(thread, new Figures().put("share", share).put(largest(used.get(thread), all))));
        return profile.put(
                "compilers, collectors and what ended in between", new Figures().put("share", 1 - seen / all));
    }

    /** Shares of all, the largest first. */
    private static Map<String, Double> largest(Map<String, Double> nanos, double all) {
        Map<String, Double> largest = new LinkedHashMap<>();
        nanos.entrySet().stream()
                .filter(used -> used.getValue() >= MIN_SHARE * all)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MAX_SHOWN)
                .forEach(used -> largest.put(used.getKey(), used.getValue() / all));
        return largest;
    }

    /** For people, a line for each thread and method; no line break at the end. */
    static String table(Figures profile) {
        StringBuilder table =
                new StringBuilder("profile: " + profile.members().get("busy_processors") + " processors busy");
        profile.members().forEach((thread, shares) -> {
            if (shares instanceof Figures inner) {
                inner.members()
                        .forEach((name, share) -> table.append(System.lineSeparator())
                                .append(name.equals("share") ? "  " : "      ")
                                .append(share)
                                .append("  ")
                                .append(name.equals("share") ? thread : name));
            }
        });
        return table.toString();
    }

    @Override
    public void close() {
        stopped = true;
    }
}
