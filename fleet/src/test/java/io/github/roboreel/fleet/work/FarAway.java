package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.Results;
import io.github.roboreel.fleet.engine.Task;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;

/**
 * Runs tasks as another process would: inputs, tasks and results are copied through their bytes; the last ends first.
 */
final class FarAway implements Engine {
    @Override
    public int workers() {
        return 1;
    }

    @Override
    public <A extends Serializable, B extends Serializable> void run(
            String name, List<A> inputs, Task<A, B> task, Results<B> results) throws IOException {
        for (int i = inputs.size() - 1; i >= 0; i--) {
            results.take(i, copy(copy(task).run(copy(inputs.get(i)))));
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
    public void close() {
        // Nothing is open.
    }
}
