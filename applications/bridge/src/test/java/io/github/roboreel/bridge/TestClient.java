package io.github.roboreel.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A client that does what the protocol says, or something else; its memory is a file. For one thread. */
final class TestClient implements AutoCloseable {
    static final int HANG_SECONDS = 60;
    static final int STEP = 1;
    static final int BEGIN = 2;
    static final int END = 3;
    static final int EVENT = 4;
    static final int BLOCK = 5;

    private final SocketChannel channel;
    private final Path memoryFile;
    private JsonNode layout;
    private ByteBuffer memory;

    TestClient(Path socket, Path memoryFile) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        this.memoryFile = memoryFile;
    }

    static Map<String, Object> field(String path, String dtype, Integer... shape) {
        return Map.of("path", path, "dtype", dtype, "shape", List.of(shape));
    }

    /** Of two fields, {@code actions} float32[2] and {@code obs/count} int64. */
    Map<String, Object> openRun(Path folder, int numEnvs) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", "open_run");
        message.put("folder", folder.toString());
        message.put("env_name", "Lift");
        message.put("num_envs", numEnvs);
        message.put("dt_seconds", 0.02);
        message.put("slots", 64);
        message.put("memory", memoryFile.toString());
        message.put("fields", List.of(field("actions", "float32", 2), field("obs/count", "int64")));
        return message;
    }

    JsonNode hello() throws IOException {
        return hello(ProcessHandle.current().pid());
    }

    /** Of another process, which this client is said to be. */
    JsonNode hello(long pid) throws IOException {
        send(Map.of("type", "hello", "protocol", 1, "client", "test", "pid", pid));
        return read("welcome");
    }

    /** Of the envs that are given, in a recording that another client has opened. */
    Map<String, Object> joinRun(Path folder, Integer... envs) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", "join_run");
        message.put("folder", folder.toString());
        message.put("envs", List.of(envs));
        message.put("slots", 64);
        message.put("memory", memoryFile.toString());
        return message;
    }

    /** Says hello and opens or joins; slots may come then. */
    TestClient open(Map<String, Object> request) throws IOException {
        hello();
        return openAfterHello(request);
    }

    TestClient openAfterHello(Map<String, Object> request) throws IOException {
        send(request);
        map(read("layout"));
        send(Map.of("type", "mapped"));
        read("opened");
        return this;
    }

    void map(JsonNode given) throws IOException {
        layout = given;
        try (FileChannel file = FileChannel.open(
                memoryFile, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            memory = file.map(MapMode.READ_WRITE, 0, layout.path("size").asLong())
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    void send(Map<String, Object> message) throws IOException {
        sendText(FormatJson.text(message));
    }

    /** Sends it, unless the daemon has refused what came before and has closed the socket. */
    void sendUnlessClosed(Map<String, Object> message) {
        try {
            send(message);
        } catch (IOException e) {
            // What the daemon said of it is there to be read.
        }
    }

    void sendText(String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        sendBytes(ByteBuffer.allocate(4 + bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(bytes.length)
                .put(bytes)
                .flip());
    }

    void sendBytes(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Whatever comes until the daemon has closed the socket. */
    List<JsonNode> rest() throws IOException {
        Frames frames = new Frames(channel);
        List<JsonNode> messages = new ArrayList<>();
        try {
            while (true) {
                messages.add(frames.read().orElseThrow());
            }
        } catch (ClientGoneException e) {
            return messages;
        }
    }

    /** The next message of that type, or of type error. */
    JsonNode answer(String type) throws IOException {
        Frames frames = new Frames(channel);
        while (true) {
            JsonNode message = frames.read().orElseThrow();
            String found = message.path("type").asText();
            if (found.equals(type) || found.equals("error")) {
                return message;
            }
        }
    }

    private JsonNode read(String type) throws IOException {
        JsonNode message = answer(type);
        if (!message.path("type").asText().equals(type)) {
            throw new IOException("expected " + type + ", given " + message);
        }
        return message;
    }

    long word(String name) {
        return memory.getLong(layout.path("header").path(name).asInt());
    }

    void setPublished(long count) {
        memory.putLong(layout.path("header").path("published").asInt(), count);
    }

    private int slotAt(long number) {
        return layout.path("first_slot").asInt()
                + (int) (number % layout.path("slots").asLong())
                        * layout.path("slot_bytes").asInt();
    }

    int state(String name) {
        return layout.path("state").path(name).asInt();
    }

    int column(String path) {
        for (JsonNode column : layout.path("columns")) {
            if (column.path("path").asText().equals(path)) {
                return column.path("offset").asInt();
            }
        }
        throw new IllegalArgumentException("there is no column " + path);
    }

    /** Until the daemon has handed over all that was published. */
    void awaitConsumed() {
        await("consumed");
    }

    void awaitDurable() {
        await("durable");
    }

    private void await(String word) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
        while (word(word) < word("published")) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(word + " stays at " + word(word) + " of " + word("published"));
            }
            LockSupport.parkNanos(100_000);
        }
    }

    /** Fills the next slot's head, its state and mask; gives where it begins. */
    int claim(int kind, int... envs) {
        long number = word("published");
        while (number - word("durable") >= layout.path("slots").asLong() - 1) {
            LockSupport.parkNanos(100_000);
        }
        int at = slotAt(number);
        memory.putLong(at, number);
        memory.putInt(at + 8, kind).putInt(at + 12, 0).putInt(at + 16, 0).putInt(at + 20, 0);
        int numEnvs = layout.path("num_envs").asInt();
        for (int env = 0; env < numEnvs; env++) {
            int before = slotAt(number + layout.path("slots").asLong() - 1);
            memory.put(at + state("recording") + env, number == 0 ? 0 : memory.get(before + state("recording") + env));
            for (String count : List.of("episodes", "steps", "events")) {
                memory.putInt(
                        at + state(count) + 4 * env, number == 0 ? 0 : memory.getInt(before + state(count) + 4 * env));
            }
            memory.put(at + state("mask") + env, (byte) 0);
        }
        for (int env : envs) {
            memory.put(at + state("mask") + env, (byte) 1);
            count(at, kind, env);
        }
        return at;
    }

    private void count(int at, int kind, int env) {
        switch (kind) {
            case STEP -> add(at + state("steps") + 4 * env, 1);
            case BEGIN -> {
                memory.put(at + state("recording") + env, (byte) 1);
                add(at + state("episodes") + 4 * env, 1);
                memory.putInt(at + state("steps") + 4 * env, 0);
                memory.putInt(at + state("events") + 4 * env, 0);
            }
            case END -> memory.put(at + state("recording") + env, (byte) 0);
            default -> throw new IllegalArgumentException("kind " + kind);
        }
    }

    void add(int at, int more) {
        memory.putInt(at, memory.getInt(at) + more);
    }

    void publish() throws IOException {
        setPublished(word("published") + 1);
        if (word("waiting") == 1) {
            memory.putLong(layout.path("header").path("waiting").asInt(), 0);
            sendBytes(ByteBuffer.allocate(4));
        }
    }

    void begin(int... envs) throws IOException {
        claim(BEGIN, envs);
        publish();
    }

    /** Actions are (value, value + 0.5), the count is the value. */
    void step(long value, int... envs) throws IOException {
        int at = claim(STEP, envs);
        for (int env : envs) {
            put(at, env, value);
        }
        publish();
    }

    void put(int at, int row, long value) {
        memory.putFloat(at + column("actions") + 8 * row, value);
        memory.putFloat(at + column("actions") + 8 * row + 4, value + 0.5f);
        memory.putLong(at + column("obs/count") + 8 * row, value);
        memory.putLong(at + column("timestamps/wall_time_ns") + 8 * row, 1_000_000_000L + value);
    }

    /** Rows of one env that follow each other, with the values from one on. */
    void block(int env, long firstValue, int rows) throws IOException {
        int at = claim(BLOCK);
        memory.putInt(at + 12, rows).putInt(at + 16, env);
        add(at + state("steps") + 4 * env, rows);
        for (int row = 0; row < rows; row++) {
            put(at, row, firstValue + row);
        }
        publish();
    }

    void event(int env, String json) throws IOException {
        int at = claim(EVENT);
        memory.putInt(at + 16, env);
        add(at + state("events") + 4 * env, 1);
        text(at, "event", json);
        publish();
    }

    void text(int at, String kind, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        memory.putInt(at + 20, bytes.length);
        memory.put(at + layout.path("text").path(kind).path(0).asInt(), bytes);
    }

    void end(int code, String json, int... envs) throws IOException {
        int at = claim(END, envs);
        for (int env : envs) {
            memory.put(at + state("codes") + env, (byte) code);
        }
        text(at, "end", json);
        publish();
    }

    ByteBuffer memory() {
        return memory;
    }

    JsonNode layout() {
        return layout;
    }

    JsonNode closeRecording() throws IOException {
        send(Map.of("type", "close", "reason", "done"));
        return answer("closed");
    }

    /** Without a word. */
    void vanish() throws IOException {
        channel.close();
    }

    @Override
    public void close() throws IOException {
        vanish();
    }
}
