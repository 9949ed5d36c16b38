package io.github.roboreel.recordings.transform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.Checkout;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/how-to/read-and-transform.md on transformations, compiled and run. */
class TransformGuideTest {
    private static final int STEPS = 10;

    @TempDir
    private static Path folder;

    private final Episodes episodes = Episodes.of(20, TransformGuideTest::episode);

    @BeforeAll
    static void compile() throws Exception {
        String guide = Files.readString(Checkout.file("docs/how-to/read-and-transform.md"));
        Matcher block = Pattern.compile("```java\n((?:(?!```).)*class Training.*?)```", Pattern.DOTALL)
                .matcher(guide);
        assertTrue(block.find(), "the guide has no class Training");
        Path source = Files.writeString(folder.resolve("Training.java"), block.group(1));
        String classes = System.getProperty("java.class.path");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classes, "-d", folder.toString(), "-proc:none", source.toString());
        assertEquals(0, status, "the example does not compile");
    }

    /** Reward 1 for each action; joints count the steps. */
    private static EpisodeSteps episode(int index) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            steps.add(new Step(
                    i,
                    Map.of(
                            "obs/joints", NdArray.ofDoubles(new double[] {i, i, i, i, i, i, i}),
                            "actions", NdArray.ofFloats(new float[] {i, i, i, i, i, i, i}),
                            "rewards", NdArray.of(1.0))));
        }
        return new EpisodeSteps(Facts.of(index, 0.1), Steps.of(steps));
    }

    private Object run(String method) throws Exception {
        URL[] classes = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            return loader.loadClass("Training")
                    .getMethod(method, Episodes.class)
                    .invoke(null, episodes);
        }
    }

    @Test
    void replayGoesThroughAllTransitionsOfThePart() throws Exception {
        double full = 1 + 0.99 + 0.99 * 0.99;
        double ofEpisode = 7 * full + (1 + 0.99) + 1;
        int part = HashSplit.of(0.9, 0.1).part(episodes, 0).toList().size();
        assertTrue(part > 10, part + " episodes");
        assertEquals(part * ofEpisode, (double) run("replay"), 1e-9);
    }

    @Test
    void chunksAreRelativeToTheJoints() throws Exception {
        List<Step> chunks = ((Steps) run("chunks")).toList();
        assertEquals(20 * STEPS, chunks.size());
        Step third = chunks.get(2);
        assertArrayEquals(new int[] {16, 7}, third.get("actions").shape());
        assertArrayEquals(new int[] {2, 7}, third.get("obs/joints").shape());
        NdArray fifthAction = third.get("actions").row(4);
        assertEquals(4, fifthAction.getDouble(0), "4 steps later, relative");
        assertEquals(6, fifthAction.getDouble(6), "the gripper as it was");
        assertEquals(false, third.get("action_is_pad").getBoolean(7));
        assertEquals(true, third.get("action_is_pad").getBoolean(8));
    }

    @Test
    void statisticsLeaveTheLastActionOut() throws Exception {
        @SuppressWarnings("unchecked")
        Map<String, FieldStatistics> fields = (Map<String, FieldStatistics>) run("normalisation");
        assertEquals(20 * STEPS, fields.get("obs/joints").count().getLong(0));
        assertEquals(20 * (STEPS - 1), fields.get("actions").count().getLong(0));
        assertEquals(4.5, fields.get("obs/joints").mean().getDouble(0), 1e-12);
    }
}
