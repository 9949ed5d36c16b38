package io.github.roboreel.dashboard.live;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A recorder in a process of its own, which a test tells what to do, and may kill. */
public final class RecordingChild implements AutoCloseable {
    public static final String ENV = "Moving";
    public static final int ENVS = 2;

    private static final FieldSchema PLAIN =
            FieldSchema.of(FieldSpec.step("actions", DType.FLOAT64, 2), FieldSpec.step("states/counter", DType.INT32));
    private static final FieldSchema SEEN = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT64, 2),
            FieldSpec.step("states/counter", DType.INT32),
            FieldSpec.image("obs/wrist_camera", 48, 64));

    private final Process process;
    private final PrintWriter orders;
    private final BufferedReader answers;

    private RecordingChild(Process process) {
        this.process = process;
        orders = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts one whose recorder is open. */
    public static RecordingChild start(Path folder, boolean hasCamera) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-Djava.library.path") || option.startsWith("--enable-native"))
                .forEach(command::add);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(Hdf5.inheritedOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RecordingChild.class.getName()));
        command.addAll(List.of(folder.toString(), Boolean.toString(hasCamera)));
        RecordingChild child = new RecordingChild(new ProcessBuilder(command)
                .redirectError(
                        folder.resolveSibling(folder.getFileName() + ".stderr").toFile())
                .start());
        child.awaitAnswer("start");
        return child;
    }

    /** Value of an action in a step of an env. */
    public static double action(int env, long step, int component) {
        return 1000.0 * env + step + 0.25 * component;
    }

    /** Pixels of a step's picture, 64 x 48 RGB. */
    public static byte[] picture(long step) {
        byte[] picture = new byte[48 * 64 * 3];
        for (int i = 0; i < picture.length; i++) {
            picture[i] = (byte) (i * 31 + step * 17 ^ i >> 5);
        }
        return picture;
    }

    /** {@code step ENV COUNT}, {@code event ENV NAME}, {@code end ENV}, {@code close}; returns when that is done. */
    public void order(String order) throws IOException {
        orders.println(order);
        awaitAnswer(order);
    }

    private void awaitAnswer(String order) throws IOException {
        String answer = answers.readLine();
        if (!"done".equals(answer)) {
            throw new IOException(order + ": " + answer);
        }
    }

    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] args) throws Exception {
        boolean hasCamera = Boolean.parseBoolean(args[1]);
        FieldSchema schema = hasCamera ? SEEN : PLAIN;
        RunSpec run = RunSpec.builder(Path.of(args[0]), ENV)
                .run(0)
                .envs(ENVS, "Move")
                .dtSeconds(0.1)
                .build();
        EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema).open();
        long[] steps = new long[ENVS];
        for (int env = 0; env < ENVS; env++) {
            recorder.env(env).begin();
        }
        System.out.println("done");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] words = order.split(" ");
            if (words[0].equals("close")) {
                recorder.close();
            } else {
                obey(words, recorder, schema, steps);
            }
            System.out.println("done");
        }
    }

    private static void obey(String[] words, EpisodeRecorder recorder, FieldSchema schema, long[] steps) {
        int env = Integer.parseInt(words[1]);
        EnvRecorder recorded = recorder.env(env);
        switch (words[0]) {
            case "step" -> {
                for (int i = 0; i < Integer.parseInt(words[2]); i++) {
                    step(recorded.step(), schema, env, steps[env]++);
                }
            }
            case "event" -> recorded.event(EpisodeEvent.of(words[2], (int) steps[env], "it has " + words[2], 0.5));
            case "end" -> recorded.end(EpisodeOutcome.success("moved")).join();
            default -> throw new UncheckedIOException(new IOException("no order " + words[0]));
        }
    }

    private static void step(StepWriter row, FieldSchema schema, int env, long step) {
        row.put(schema.field("actions"), new double[] {action(env, step, 0), action(env, step, 1)});
        row.put(schema.field("states/counter"), (int) step);
        if (schema == SEEN) {
            row.put(schema.field("obs/wrist_camera"), picture(step));
        }
        row.publish();
    }
}
