package io.github.roboreel.fleet.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.EngineContract;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Spark in this process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SparkEngineTest extends EngineContract {
    private Engine engine;

    @BeforeAll
    void open() throws IOException {
        engine = new SparkEngineProvider().open("local[2]", Map.of("fs.s3a.endpoint", "http://127.0.0.1:1"));
    }

    @AfterAll
    void close() {
        engine.close();
    }

    @Override
    protected Engine engine() {
        return engine;
    }

    @Test
    void itListensOnTheLoopbackAddressAlone() throws IOException {
        SparkContext context = SparkContext.getOrCreate();
        assertEquals("127.0.0.1", context.getConf().get("spark.driver.host"));
        assertEquals("127.0.0.1", context.getConf().get("spark.driver.bindAddress"));
        assertTrue(context.uiWebUrl().isEmpty(), "a page of Spark is served");
        assertEquals(List.of(), ListeningSockets.beyondLoopback());
    }

    @Test
    void settingsOfStoragesAreHadoops() {
        assertEquals(
                "http://127.0.0.1:1",
                SparkContext.getOrCreate().hadoopConfiguration().get("fs.s3a.endpoint"));
    }

    @Test
    void thereAreTwoWorkers() {
        assertEquals(2, engine.workers());
    }

    @Test
    void aSecondOneIsRefusedInOneSentence() {
        IOException e = assertThrows(IOException.class, () -> new SparkEngineProvider().open("local[1]", Map.of()));
        assertTrue(e.getMessage().startsWith("Spark does not start on local[1]: "), e.getMessage());
        assertFalse(e.getMessage().contains("\n"), e.getMessage());
    }

    @Test
    void manyInputsHaveManyResults() throws IOException {
        List<Integer> inputs =
                List.copyOf(java.util.stream.IntStream.range(0, 500).boxed().toList());
        boolean[] seen = new boolean[500];
        engine.run("many", inputs, input -> input + 1, (index, result) -> {
            assertFalse(seen[index]);
            seen[index] = true;
            assertEquals(index + 1, result);
        });
        for (boolean each : seen) {
            assertTrue(each);
        }
    }
}
