package io.github.roboreel.fleet;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.Results;
import io.github.roboreel.fleet.engine.Task;
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

/** Engine whose results come in any order, and to which all goes as between processes. */
public final class ShuffledEngine implements Engine {
    private final int workers;
    private final long seed;

    /** Which says that it has so many workers. */
    public ShuffledEngine(int workers, long seed) {
        this.workers = workers;
        this.seed = seed;
    }

    @Override
    public int workers() {
        return workers;
    }

    @Override
    public <A extends Serializable, B extends Serializable> void run(
            String name, List<A> inputs, Task<A, B> task, Results<B> results) throws IOException {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(seed));
        for (int index : order) {
            results.take(index, copy(copy(task).run(copy(inputs.get(index)))));
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Serializable> T copy(T value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
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
