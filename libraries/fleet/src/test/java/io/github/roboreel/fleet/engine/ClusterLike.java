package io.github.roboreel.fleet.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Engine that behaves as a cluster does on a bad day: tasks, inputs and results go through serialization, every task
 * runs twice in an order of its own, the result of either attempt counts, and an attempt may end after its result is of
 * no use any more.
 */
public final class ClusterLike implements Engine {
    private final int workers;
    private final Random random;

    /** Which says that it has so many workers. */
    public ClusterLike(int workers, long seed) {
        this.workers = workers;
        random = new Random(seed);
    }

    @Override
    public int workers() {
        return workers;
    }

    @Override
    public <A extends Serializable, B extends Serializable> void run(
            String name, List<A> inputs, Task<A, B> task, Results<B> results) throws IOException {
        List<Integer> order = new ArrayList<>();
        IntStream.range(0, inputs.size()).forEach(index -> order.addAll(List.of(index, index)));
        Collections.shuffle(order, random);
        List<Integer> taken = new ArrayList<>();
        List<Integer> lost = new ArrayList<>();
        for (int index : order) {
            B result = copy(copy(task).run(copy(inputs.get(index))));
            boolean isLast = lost.contains(index);
            if (!taken.contains(index) && (isLast || random.nextBoolean())) {
                taken.add(index);
                results.take(index, result);
            } else {
                lost.add(index);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Serializable> T copy(T object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {}
}
