package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
    private static final int MAX_METHODS = 6;
    private static final double MIN_SHARE = 0.01;
    private static final String UNSEEN = "compilers, collectors and what ended in between";
    private static final String OURS = "io.github.roboreel.";
    private static final Pattern NUMBER = Pattern.compile("[-#]?\\d+$");
    private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");

    private final Map<Long, Long> usedBefore = new HashMap<>();
    private final Map<String, Map<String, Long>> used = new TreeMap<>();
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
                    .merge(method(info.getStackTrace()), since, Long::sum);
        }
    }

    /** The innermost method of ours, then where it had got to, if that is not ours. */
    private static String method(StackTraceElement[] stack) {
        for (int depth = 0; depth < stack.length; depth++) {
            if (stack[depth].getClassName().startsWith(OURS)) {
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

    /** Ends the watch. */
    Profile stop() throws InterruptedException {
        stopped = true;
        sampler.join();
        long wall = System.nanoTime() - start;
        long seen = used.values().stream()
                .flatMap(methods -> methods.values().stream())
                .mapToLong(Long::longValue)
                .sum();
        double all = Math.max(seen, ProcessFigures.cpuNanos() - cpuBefore - ownNanos);
        List<ThreadShare> threads = used.entrySet().stream()
                .map(thread -> ThreadShare.of(thread.getKey(), thread.getValue(), all))
                .filter(thread -> thread.share() >= MIN_SHARE)
                .sorted(Comparator.comparingDouble(ThreadShare::share).reversed())
                .collect(Collectors.toCollection(ArrayList::new));
        threads.add(new ThreadShare(UNSEEN, 1 - seen / all, Map.of()));
        return new Profile(all / wall, threads);
    }

    @Override
    public void close() {
        stopped = true;
    }

    /**
     * What threads of one name used.
     *
     * @param thread their name, without numbers
     * @param share of all time on processors, 0 to 1
     * @param methods where, largest share of all first
     */
    private record ThreadShare(String thread, double share, Map<String, Double> methods) {
        static ThreadShare of(String thread, Map<String, Long> nanos, double all) {
            Map<String, Double> largest = nanos.entrySet().stream()
                    .filter(method -> method.getValue() / all >= MIN_SHARE)
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .limit(MAX_METHODS)
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, method -> method.getValue() / all, (a, b) -> a, LinkedHashMap::new));
            double whole = nanos.values().stream().mapToLong(Long::longValue).sum();
            return new ThreadShare(thread, whole / all, largest);
        }
    }

    /**
     * Which thread used the processors, and for what.
     *
     * @param cores processors that were busy on average
     * @param threads busiest first
     */
    record Profile(double cores, List<ThreadShare> threads) {
        /** For people; no line break at the end. */
        String table() {
            StringBuilder table = new StringBuilder(Sentence.of("profile: %.2f processors busy", cores));
            for (ThreadShare thread : threads) {
                table.append(Sentence.of("%n  %5.1f %%  %s", 100 * thread.share, thread.thread));
                thread.methods.forEach(
                        (method, share) -> table.append(Sentence.of("%n      %5.1f %%  %s", 100 * share, method)));
            }
            return table.toString();
        }

        Figures figures() {
            Figures figures = new Figures().put("busy_processors", cores, 3);
            for (ThreadShare thread : threads) {
                Figures own = new Figures().put("share", thread.share, 4);
                thread.methods.forEach((method, share) -> own.put(method, share, 4));
                figures.put(thread.thread, own);
            }
            return figures;
        }
    }
}
