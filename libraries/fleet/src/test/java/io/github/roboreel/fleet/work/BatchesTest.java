package io.github.roboreel.fleet.work;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.fleet.engine.ClusterLike;
import io.github.roboreel.fleet.engine.InOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchesTest {
    @Test
    void eachWorkerGetsSeveralTasks() {
        assertEquals(1, Batches.size(1, 1));
        assertEquals(1, Batches.size(100, 8));
        assertEquals(6, Batches.size(200, 2));
        assertEquals(16, Batches.size(100_000, 16));
    }

    @Test
    void resultsComeInOrderHoweverTasksEnd() throws IOException {
        List<Integer> inputs = IntStream.range(0, 100).boxed().toList();
        List<String> results = new ArrayList<>();
        Batches.run(
                new ClusterLike(1, 5),
                "squares",
                inputs,
                (Integer number) -> number * number,
                new InOrder<>((index, square) -> results.add(index + ":" + square)));
        assertEquals(
                inputs.stream().map(number -> number + ":" + number * number).toList(), results);
    }
}
