package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * A recording in a JVM of its own that meets a fault; the class FaultyChild starts it. Says on stdout, a line each, how
 * the open, the steps and the close went, and how long the call took that failed.
 */
public final class FaultyRecording {
    private final Path folder;
    private final Path ackFile;
    private final RecorderConfig config;
    private final int envs = Integer.getInteger("fault.envs", 2);
    private final int steps = Integer.getInteger("fault.steps", 3000);
    private final int stepMicros = Integer.getInteger("fault.stepMicros", 0);
    private MappedByteBuffer ack;
    private long callNanos;

    private FaultyRecording(Path folder, Path ackFile, List<String> settings) {
        this.folder = folder;
        this.ackFile = ackFile;
        RecorderConfig.Builder builder = RecorderConfig.builder().set("hdf5.flush_interval_steps", 130);
        for (String setting : settings) {
            String[] keyAndValue = setting.split("=", 2);
            builder.set(keyAndValue[0], value(keyAndValue[1]));
        }
        config = builder.build();
    }

    private static Object value(String text) {
        if (text.matches("true|false")) {
            return Boolean.valueOf(text);
        }
        if (text.matches("\\d+\\.\\d+")) {
            return Double.valueOf(text);
        }
        return text.matches("\\d+") ? (Object) Integer.valueOf(text) : text;
    }

    /** Rows of 16 kB in fields with 500 rows in a chunk, so that a group's chunks take 8 MB. */
    static final FieldSchema WIDE = FieldSchema.of(IntStream.range(0, 8)
            .mapToObj(i -> FieldSpec.step("wide/" + i, DType.FLOAT64, 250))
            .toList());

    /** What a recording with these images, or none, records. */
    public static FieldSchema schema(boolean images) {
        return images ? Hdf5SinkTest.WITH_IMAGES : Hdf5SinkTest.SCHEMA;
    }

    /** Arguments: output folder, ack file, settings as {@code key=value}. */
    public static void main(String[] args) throws Exception {
        List<String> settings = List.of(args).subList(2, args.length);
        new FaultyRecording(Path.of(args[0]), Path.of(args[1]), settings).record();
    }

    private void record() throws IOException {
        mapAck();
        FieldSchema schema = Boolean.getBoolean("fault.wide") ? WIDE : schema(Boolean.getBoolean("fault.images"));
        RealRecording recording;
        calling();
        try {
            recording = RealRecording.open(folder, 0, envs, schema, config);
        } catch (RecorderException e) {
            say("OPEN", e);
            return;
        }
        drive(recording);
        close(recording);
    }

    private void mapAck() throws IOException {
        try (FileChannel channel = FileChannel.open(
                ackFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ack = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) Long.BYTES * envs);
            ack.order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    private void drive(RealRecording recording) {
        try {
            calling();
            recording.beginAll();
            for (int step = 0; step < steps; step++) {
                calling();
                recording.stepAll(1);
                acknowledge(recording);
                LockSupport.parkNanos(1000L * stepMicros);
            }
            calling();
            recording.endAll();
            System.out.println("ENDED");
        } catch (RecorderException e) {
            say("FAILED", e);
        } catch (CompletionException e) {
            say("FAILED", e.getCause());
        }
        acknowledge(recording);
    }

    private void acknowledge(RealRecording recording) {
        for (int env = 0; env < envs; env++) {
            ack.putLong(Long.BYTES * env, recording.durableSteps(env));
        }
    }

    private void close(RealRecording recording) {
        calling();
        try {
            recording.close();
            System.out.println("CLOSED");
        } catch (RecorderException e) {
            say("CLOSE", e);
        }
        acknowledge(recording);
    }

    private void calling() {
        callNanos = System.nanoTime();
    }

    private void say(String what, Throwable e) {
        long millis = (System.nanoTime() - callNanos) / 1_000_000;
        System.out.println(what + " after " + millis + " ms: " + e.getMessage());
    }
}
