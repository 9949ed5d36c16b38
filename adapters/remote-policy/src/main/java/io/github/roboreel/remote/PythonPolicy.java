package io.github.roboreel.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.EnvFailedException;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks a Python process for the actions of some envs. Observations and actions are in memory that both have mapped. */
final class PythonPolicy implements VectorPolicy {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final int CACHE_LINE_BYTES = 64;

    private final PythonProcess process;
    private final ActionSpace space;
    private final int numEnvs;
    private final int region;
    private final List<Column> columns = new ArrayList<>();
    private final int maskAt;
    private final int actionsAt;
    private final MappedByteBuffer memory;
    private final DoubleBuffer actions;

    /** Rows of a field, one per env. */
    private record Column(FieldPart part, int offset, int rowBytes) {
        Map<String, Object> message() {
            return Map.of(
                    "path", part.field().spec().path(),
                    "dtype", part.type().label(),
                    "shape", part.shape(),
                    "offset", offset);
        }
    }

    /**
     * Has the process map memory for the envs.
     *
     * @param process with one user more, who is given back by {@link #close}
     * @throws ServerException when the memory cannot be had
     */
    PythonPolicy(PythonProcess process, Simulation simulation, int numEnvs) {
        this.process = process;
        this.numEnvs = numEnvs;
        space = simulation.actionSpace();
        region = process.takeRegion();
        long at = 0;
        for (FieldPart part : parts(simulation)) {
            int rowBytes = part.size() * part.type().bytes();
            columns.add(new Column(part, Math.toIntExact(at), rowBytes));
            at = inside(at + (long) numEnvs * rowBytes);
        }
        maskAt = (int) at;
        actionsAt = (int) inside(at + numEnvs);
        memory = mapped(inside(actionsAt + 8L * numEnvs * space.size()), process.takeEnvs(numEnvs));
        actions = memory.slice(actionsAt, 8 * numEnvs * space.size())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asDoubleBuffer();
    }

    /** The observations that are handed over: all but texts. */
    static List<FieldPart> parts(Simulation simulation) {
        return new Observation(simulation.schema())
                .fields().stream()
                        .filter(field -> !field.spec().dtype().isText())
                        .map(field -> new FieldPart(field, 0, field.elements()))
                        .toList();
    }

    private static long inside(long bytes) {
        if (bytes > Integer.MAX_VALUE - CACHE_LINE_BYTES) {
            throw new ServerException(
                    "the observations of all envs take more than %s bytes; record fewer envs or smaller pictures",
                    Integer.MAX_VALUE);
        }
        return (bytes + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES * CACHE_LINE_BYTES;
    }

    /** The file is gone when both have mapped it. */
    private MappedByteBuffer mapped(long size, int firstEnv) {
        try {
            Path file = Files.isWritable(SHARED_MEMORY)
                    ? Files.createTempFile(SHARED_MEMORY, "roboreel-policy-", "")
                    : Files.createTempFile("roboreel-policy-", "");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                MappedByteBuffer map = channel.map(MapMode.READ_WRITE, 0, size);
                map.order(ByteOrder.LITTLE_ENDIAN);
                process.tell('O', message(file, size, firstEnv));
                return map;
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new ServerException(
                    "the %d bytes that it shares with Python cannot be had: %s", size, Sentence.reasonOf(e));
        }
    }

    private Map<String, Object> message(Path file, long size, int firstEnv) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("region", region);
        message.put("path", file.toString());
        message.put("size", size);
        message.put("num_envs", numEnvs);
        message.put("first_env", firstEnv);
        message.put("num_values", space.size());
        message.put("mask", maskAt);
        message.put("actions", actionsAt);
        message.put("columns", columns.stream().map(Column::message).toList());
        return message;
    }

    private void putRow(int env, Observation now) {
        ByteBuffer out = memory.duplicate();
        for (Column column : columns) {
            out.position(column.offset() + env * column.rowBytes());
            column.part().put(now, out);
        }
    }

    @Override
    public void reset(int env, Observation first, long seed) {
        putRow(env, first);
        ask(env, 'R', env, seed);
    }

    @Override
    public void act(int[] envs, Observation[] now, double[][] actionsOut) {
        for (int env = 0; env < numEnvs; env++) {
            memory.put(maskAt + env, (byte) 0);
        }
        for (int env : envs) {
            memory.put(maskAt + env, (byte) 1);
            putRow(env, now[env]);
        }
        ask(envs[0], 'A', 0, 0);
        for (int env : envs) {
            actions.get(env * space.size(), actionsOut[env], 0, space.size());
        }
    }

    @Override
    public Map<String, Object> attributes(int env) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        ask(env, 'T', env, 0)
                .properties()
                .forEach(entry -> FormatJson.attribute(entry.getValue())
                        .ifPresent(value -> attributes.put(entry.getKey(), value)));
        return attributes;
    }

    private JsonNode ask(int env, char letter, int second, long third) {
        try {
            return process.ask(letter, region, second, third);
        } catch (ServerException e) {
            throw new EnvFailedException(env, e.getMessage(), null);
        }
    }

    @Override
    public void close() {
        try {
            process.ask('C', region, 0, 0);
        } catch (ServerException e) {
            // It has ended, and its memory with it.
        } finally {
            process.giveBack();
        }
    }
}
