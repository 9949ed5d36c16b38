package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that is measured, or measures: a script of {@code bench/peers}, or a class of ours in a JVM of its own.
 *
 * @param command its words
 * @param environment variables beside those of this process
 */
record Child(List<String> command, Map<String, String> environment) {
    /** The main class of {@code roboreel}'s commands. */
    static final String CLI = "io.github.roboreel.cli.Main";

    /** Debian's own Python, the one that has h5py. */
    static final String PYTHON = "/usr/bin/python3";

    private static final String HOME_PROPERTY = "roboreel.home";
    private static final long MAX_MINUTES = 30;

    /** Numbers of the one line of JSON that every benchmark and peer prints, wherever they stand in it. */
    record Printed(JsonNode json) {
        /** By a member's name, or {@code object/key} for the first object of that name that has it. */
        double number(String name) throws IOException {
            String key = name.substring(name.indexOf('/') + 1);
            List<JsonNode> objects =
                    key.equals(name) ? json.findParents(key) : json.findValues(name.substring(0, name.indexOf('/')));
            for (JsonNode object : objects) {
                if (object.path(key).isNumber()) {
                    return object.get(key).doubleValue();
                }
            }
            throw new IOException("a program that was measured printed no " + name + ": " + json);
        }

        /**
         * By names: {@code stall_us/99} gives {@code stall_us_99}, other members of objects keep their names, and
         * {@code figure=name} gives it another one.
         */
        Map<String, Double> pick(String... names) throws IOException {
            Map<String, Double> figures = new LinkedHashMap<>();
            for (String name : names) {
                int equals = name.indexOf('=');
                String figure =
                        name.replaceAll("=.*", "").replaceAll("/(?=\\d)", "_").replaceAll(".*/", "");
                figures.put(figure, number(name.substring(equals + 1)));
            }
            return figures;
        }
    }

    /** @param words texts, numbers and paths */
    static Child of(Object... words) {
        return new Child(Stream.of(words).map(Object::toString).toList(), Map.of());
    }

    /** A script of {@code bench/peers}, by Python. */
    static Child python(String script, Object... arguments) throws IOException {
        return of(PYTHON, "-B", peerFile(script)).and(arguments);
    }

    /** A program of ours on this one's class path, which ends with this process or when its stdin is closed. */
    static Child java(List<String> jvmOptions, String mainClass, Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.add("-Djava.library.path=" + System.getProperty("java.library.path", ""));
        command.add("-D" + HOME_PROPERTY + "=" + home());
        // What is measured has the compilers and the collector that were chosen for this JVM.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName(), mainClass));
        return new Child(command, Map.of()).and(arguments);
    }

    /** Another benchmark. */
    static Child bench(Object... arguments) {
        return java(List.of(), BenchMain.class.getName(), arguments);
    }

    Child and(Object... words) {
        return new Child(
                Stream.concat(command.stream(), Stream.of(words).map(Object::toString))
                        .toList(),
                environment);
    }

    /** An option, unless its value is null. */
    Child option(String name, Object value) {
        return value == null ? this : and(name, value);
    }

    Child with(String variable, Object value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(variable, value.toString());
        return new Child(command, more);
    }

    /** Options of {@code bench/peers/daemon_of.py}: the Python package's daemon is of this JVM's jars, on its Java. */
    Child withDaemon() {
        return and("--java", System.getProperty("java.home"), "--home", home())
                .and("--library-path", System.getProperty("java.library.path", ""))
                .and("--class-path", System.getProperty("java.class.path"));
    }

    /** A file of {@code bench/peers}. */
    static Path peerFile(String name) throws IOException {
        Path file = home().resolve("bench/peers").resolve(name);
        if (!Files.isReadable(file)) {
            throw new IOException(file + " is missing; run ./roboreel bench from a checkout");
        }
        return file;
    }

    /** The checkout. */
    static Path home() {
        return Path.of(System.getProperty(HOME_PROPERTY, ".")).toAbsolutePath();
    }

    /** @param complaints gets what it prints to stderr; a pipe if null */
    Process start(Path complaints) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return (complaints == null ? builder : builder.redirectError(complaints.toFile())).start();
    }

    /** Runs it; what it printed, to stdout and then to stderr, which is in the exception when it failed. */
    List<String> run() throws IOException, InterruptedException {
        Path complaints = Files.createTempFile("roboreel-peer", ".txt");
        Process process = start(complaints);
        try {
            byte[] out = process.getInputStream().readAllBytes();
            if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException(command.get(0) + " took longer than " + MAX_MINUTES + " minutes");
            }
            if (process.exitValue() != 0) {
                throw new IOException(Path.of(command.get(0)).getFileName() + ", measured as a peer, ended with "
                        + process.exitValue() + ": " + gist(complaints));
            }
            return List.of(new String(out, StandardCharsets.UTF_8), Files.readString(complaints));
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(complaints);
        }
    }

    /** Runs it; its line of JSON. */
    Printed printed() throws IOException, InterruptedException {
        return new Printed(new ObjectMapper().readTree(run().get(0)));
    }

    /** A JVM says what it is about in its first line, Python in its last. */
    private static String gist(Path complaints) throws IOException {
        List<String> lines = Files.readAllLines(complaints).stream()
                .filter(line -> !line.isBlank())
                .toList();
        if (lines.isEmpty()) {
            return "it did not say why";
        }
        String last = lines.get(lines.size() - 1).strip();
        return lines.size() == 1 ? last : lines.get(0) + " / " + last;
    }

    /** Entry point of such a JVM: the name of the main class, then its arguments. */
    public static void main(String[] args) throws Throwable {
        Thread watch = new Thread(Child::endWithParent, "bench-parent-watch");
        watch.setDaemon(true);
        watch.start();
        Method main = Class.forName(args[0]).getMethod("main", String[].class);
        // The class itself need not be public.
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void endWithParent() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The parent is gone then, too.
        }
        System.exit(1);
    }
}
