package io.github.roboreel.remote;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.Bounded;
import io.github.roboreel.recorder.Mutation;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.EnvFailedException;
import io.github.roboreel.simulation.Observation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server whose handshake, frames or messages are damaged: an action of finite numbers, or one sentence that names the
 * server.
 */
class MutatedFramesTest {
    private static final FieldSchema SCHEMA =
            FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 2), FieldSpec.step("obs/arm", DType.FLOAT32, 3));
    private static final long MAX_BYTES = 16L << 20;
    private static final int MAX_CHARS = 600;
    /** Of an answer that never comes; one that is late for it is a sentence, too. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** Types of Java, and what would move a terminal's cursor. */
    private static final Pattern NO_SENTENCE = Pattern.compile("[a-z]\\.[A-Z]\\w+(Exception|Error)|\\p{Cntrl}");

    @TempDir
    Path folder;

    private final FrameServer server = new FrameServer();
    private OpenPiConfig config;
    private byte[] metadata;
    private byte[] answer;
    private int actions;

    MutatedFramesTest() throws IOException {}

    @BeforeEach
    void pack() throws Exception {
        metadata = Python.run("sys.stdout.buffer.write(pack({'name': 'a policy', 'n': 3, 'list': [1, 0.5, None]}))");
        answer = Python.run("sys.stdout.buffer.write(pack({'actions': np.arange(20.0).reshape(10, 2),"
                + " 'server_timing': {'infer_ms': 1.5}, 'note': 'well'}))");
        config = OpenPiConfig.read(
                Files.writeString(folder.resolve("policy.yaml"), "observation: {arm: obs/arm}\nreplan_steps: 4\n"));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void act_onAFewDozenMutations_actsOrFailsInASentence() throws Exception {
        tryAll(36, 30);
    }

    @Tag("slow")
    @Test
    void act_on2000Mutations_actsOrFailsInASentence() throws Exception {
        tryAll(System.nanoTime(), 2000);
    }

    private void tryAll(long first, int cases) throws Exception {
        for (long seed = first; seed < first + cases; seed++) {
            server.reply(replies(new Random(seed)));
            tryOnce("seed " + seed);
        }
        assertTrue(actions > 0 && actions < cases, actions + " of " + cases + " gave an action");
    }

    /** Mostly the answer, which is read when all before it is sound. */
    private FrameServer.Replies replies(Random random) {
        Mutation mutation = new Mutation(random);
        byte[] hello = FrameServer.frame(metadata);
        byte[] reply = FrameServer.frame(answer);
        return switch (random.nextInt(8)) {
            case 0 -> new FrameServer.Replies(sound -> mutation.of(sound, false), hello, new byte[0]);
            case 1 -> new FrameServer.Replies(sound -> sound, mutation.of(hello, false), new byte[0]);
            case 2 ->
                new FrameServer.Replies(sound -> sound, FrameServer.frame(mutation.of(metadata, false)), new byte[0]);
            case 3, 4 -> new FrameServer.Replies(sound -> sound, hello, mutation.of(reply, false));
            default -> new FrameServer.Replies(sound -> sound, hello, FrameServer.frame(mutation.of(answer, false)));
        };
    }

    private void tryOnce(String name) throws Exception {
        PolicyServer asked = new PolicyServer(server.uri(), Optional.empty(), LIMIT, LIMIT);
        Sketch sketch = new Sketch(SCHEMA);
        try (RemotePolicy policy = new RemotePolicy(
                config, new RequestWriter(config, sketch), sketch.actionSpace(), List.of(asked), asked::close)) {
            Observation[] now = {new Observation(SCHEMA)};
            double[][] action = new double[1][2];
            policy.reset(0, now[0], 1);
            Bounded.read(name, MAX_BYTES, () -> {
                policy.act(new int[] {0}, now, action);
                return action;
            });
            actions++;
            assertTrue(Double.isFinite(action[0][0]) && Double.isFinite(action[0][1]), name);
        } catch (EnvFailedException e) {
            String said = e.getMessage();
            boolean isSentence =
                    said.length() < MAX_CHARS && !NO_SENTENCE.matcher(said).find();
            assertTrue(isSentence && said.startsWith("policy server ws://localhost:"), name + ": " + said);
        }
    }
}
