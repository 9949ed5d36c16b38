package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.Results;
import io.github.roboreel.fleet.engine.Task;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts small inputs together, since a task of a cluster costs time of its own: so many that each worker still gets
 * several tasks, and what is lost with a worker is little.
 */
final class Batches {
    private static final int TASKS_PER_WORKER = 16;
    private static final int MAX_INPUTS = 16;

    private Batches() {}

    /** Runs a task for each input, several by one. */
    private record Each<A extends Serializable, B extends Serializable>(Task<A, B> task)
            implements Task<ArrayList<A>, ArrayList<B>> {
        @Override
        public ArrayList<B> run(ArrayList<A> inputs) throws IOException {
            ArrayList<B> results = new ArrayList<>();
            for (A input : inputs) {
                results.add(task.run(input));
            }
            return results;
        }
    }

    /** As {@link Engine#run}. */
    static <A extends Serializable, B extends Serializable> void run(
            Engine engine, String name, List<A> inputs, Task<A, B> task, Results<B> results) throws IOException {
        int size = size(inputs.size(), engine.workers());
        List<ArrayList<A>> batches = new ArrayList<>();
        for (int from = 0; from < inputs.size(); from += size) {
            batches.add(new ArrayList<>(inputs.subList(from, Math.min(inputs.size(), from + size))));
        }
        engine.run(name, batches, new Each<>(task), (batch, done) -> {
            for (int i = 0; i < done.size(); i++) {
                results.take(batch * size + i, done.get(i));
            }
        });
    }

    static int size(int inputs, int workers) {
        return Math.max(1, Math.min(MAX_INPUTS, inputs / (workers * TASKS_PER_WORKER)));
    }
}
