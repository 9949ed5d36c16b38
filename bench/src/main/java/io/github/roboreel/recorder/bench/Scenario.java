package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A benchmark. Its fields with {@link Param} are its options; {@link #measure} puts what it found into
 * {@link #figures}, the one line of JSON on stdout, and says tables on stderr.
 */
abstract class Scenario implements Callable<Integer> {
    /** Options that many benchmarks have. */
    private static final Map<String, String> KNOWN = Map.of(
            "num-envs", "Parallel envs",
            "steps", "Steps per env",
            "pace-hz", "Vector steps per second; 0 for as fast as possible",
            "rounds", "Rounds that count, by their medians",
            "episodes", "Episodes",
            "accesses", "Random accesses of each kind, per round",
            "quick", "As small as everything still runs",
            "profile", "Measure ours once more and say which thread used the processors where");

    /** In the line of JSON: the benchmark's name and the numbers among its options come first. */
    final Figures figures = new Figures();

    @Param("Where to record, into a new sub-folder; where temporary files go if not given")
    Path outputDir;

    @Param("One line of JSON on stdout; printed anyway")
    private boolean json;

    private CommandLine command;
    private boolean isFinished;

    /**
     * An option of the field's name, {@code numEnvs} as {@code --num-envs} and {@code --num_envs}, whose default is the
     * field's value. Lists are given with commas.
     */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Param {
        /** For {@code --help}, without a full stop; none for what {@link #KNOWN} explains. */
        String value() default "";

        /** Where it is not the field's. */
        String name() default "";

        /** The least that numbers may be. */
        double min() default 1;
    }

    /** What is to be measured, in a folder that is new, and removed afterwards. */
    abstract void measure(Path folder) throws Exception;

    /** Refuses options before anything is written, beyond what {@link Param} says of each. */
    void check() {
        // Most need no more.
    }

    /** Puts what was measured, where that is done also when the program is stopped; see {@link #isStoppable}. */
    void summarise() throws IOException, InterruptedException {
        // Most have put all.
    }

    /** Whether a signal, and a failure, has what there is printed. */
    boolean isStoppable() {
        return false;
    }

    /** Whether the user has to say on which disk it records. */
    boolean isOnDisk() {
        return true;
    }

    boolean keep() {
        return false;
    }

    /** Prints for people. */
    final void say(String text) {
        command.getErr().println(text);
    }

    final void say(String corner, Map<String, Figures> rows) {
        say(Figures.table(corner, rows));
    }

    /** Adds a row of a table and prints it, below the head if it is the first. */
    final void add(List<Figures> rows, Figures row) {
        String[] lines = Figures.table("", Map.of("", row)).split(System.lineSeparator());
        say(rows.isEmpty() ? String.join(System.lineSeparator(), lines) : lines[1]);
        rows.add(row);
    }

    /** Judged figures, and a table of them. */
    final void putTargets(Collection<Target> targets) {
        Map<String, Figures> rows = new LinkedHashMap<>();
        targets.forEach(target -> rows.put(target.title(), target.row()));
        figures.put("targets", targets.stream().map(Target::figures).toList());
        if (!targets.isEmpty()) {
            say(System.lineSeparator() + Figures.table("what", rows));
        }
    }

    @Override
    public final Integer call() throws Exception {
        for (Field param : params()) {
            param.set(this, command.getCommandSpec().findOption(name(param)).getValue());
            requireInRange(param);
        }
        check();
        figures.put("bench", command.getCommandName());
        for (Field param : params()) {
            if (value(param) instanceof Number number) {
                figures.put(name(param).replace('-', '_'), number);
            }
        }
        say(figures.flat().toString());
        Path folder = newFolder(outputDir);
        Thread stop = new Thread(() -> stop(folder), "bench-stop");
        if (isStoppable()) {
            Runtime.getRuntime().addShutdownHook(stop);
        }
        boolean isDone = false;
        try {
            measure(folder);
            isDone = true;
        } finally {
            release(stop);
            if (isDone || isStoppable()) {
                finish();
            }
            if (!keep()) {
                delete(folder);
            }
        }
        return 0;
    }

    /** Does not return when the JVM is ending: what fails with it is not reported. */
    private static void release(Thread stop) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            Thread.currentThread().join();
        }
    }

    private synchronized void finish() throws IOException, InterruptedException {
        isFinished = true;
        summarise();
        command.getOut().println(figures.line());
    }

    /** Whether the line of JSON is printed or about to be. */
    final synchronized boolean isFinished() {
        return isFinished;
    }

    /** Ends what is being measured. */
    void kill() throws InterruptedException {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private void stop(Path folder) {
        try {
            kill();
            finish();
            delete(folder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | UncheckedIOException e) {
            say("remove " + folder + ", in which was still written");
        }
    }

    private static Path newFolder(Path parent) throws IOException {
        return parent == null
                ? Files.createTempDirectory("roboreel-bench")
                : Files.createTempDirectory(Files.createDirectories(parent), "bench-");
    }

    static void requireKnown(String option, List<String> given, List<String> known) {
        for (String name : given) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        option + " has '" + name + "'; expected some of " + String.join(", ", known));
            }
        }
    }

    /** Removes a folder with everything in it. */
    static void delete(Path folder) throws IOException {
        FolderEntries.deleteTree(folder);
    }

    /** Declares the options. */
    final void declare(CommandLine ofThis) {
        command = ofThis;
        for (Field param : params()) {
            String name = name(param);
            boolean isList = param.getGenericType() instanceof ParameterizedType;
            Class<?> type = isList
                    ? (Class<?>) ((ParameterizedType) param.getGenericType()).getActualTypeArguments()[0]
                    : param.getType();
            Object byDefault = value(param);
            String own = param.getAnnotation(Param.class).value();
            String text = own.isEmpty() ? KNOWN.get(name) : own;
            text += type.isEnum() ? ": ${COMPLETION-CANDIDATES}" : "";
            text += byDefault == null || type == boolean.class ? "." : " (${DEFAULT-VALUE}).";
            Stream<String> names = Stream.of("--" + name, "--" + name.replace('-', '_'));
            command.getCommandSpec()
                    .addOption(OptionSpec.builder(names.distinct().toArray(String[]::new))
                            .type(param.getType())
                            .auxiliaryTypes(type)
                            .splitRegex(isList ? "," : "")
                            .arity(type == boolean.class ? "0" : "1")
                            .required(name.equals("output-dir") && isOnDisk())
                            .description(text)
                            .initialValue(byDefault)
                            .build());
        }
    }

    private List<Field> params() {
        List<Field> params = new ArrayList<>();
        for (Class<?> type = getClass(); type != Object.class; type = type.getSuperclass()) {
            Stream.of(type.getDeclaredFields())
                    .filter(field -> field.isAnnotationPresent(Param.class))
                    .forEach(params::add);
        }
        params.forEach(param -> param.setAccessible(true));
        return params;
    }

    private Object value(Field param) {
        try {
            return param.get(this);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(Field param) {
        String given = param.getAnnotation(Param.class).name();
        return given.isEmpty() ? param.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT) : given;
    }

    private void requireInRange(Field param) {
        double min = param.getAnnotation(Param.class).min();
        Object value = value(param);
        boolean isList = value instanceof Collection<?>;
        for (Object each :
                isList ? (Collection<?>) value : Stream.ofNullable(value).toList()) {
            if (each instanceof Number number && !(number.doubleValue() >= min)) {
                throw new IllegalArgumentException(Sentence.of(
                        "--%s %s %s; expected %s or more",
                        name(param),
                        isList ? "has" : "is",
                        each,
                        String.valueOf(min).replaceFirst("\\.0$", "")));
            }
        }
    }
}
