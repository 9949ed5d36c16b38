package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.index.Recording;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** Questions to recorders how they fare, on a thread of their own, since one may take its time. Thread-safe. */
final class HealthLooks implements AutoCloseable {
    private final Function<Recording, Object> health;
    private final Consumer<Message> out;
    private final AtomicBoolean isAsking = new AtomicBoolean();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread created = new Thread(work, "roboreel-live-health");
        created.setDaemon(true);
        return created;
    });

    HealthLooks(Function<Recording, Object> health, Consumer<Message> out) {
        this.health = health;
        this.out = out;
    }

    /** Asks them all, unless the last question is not answered yet. Does not wait. */
    void ask(List<Recording> recordings) {
        if (!recordings.isEmpty() && isAsking.compareAndSet(false, true)) {
            thread.execute(() -> {
                try {
                    recordings.forEach(
                            recording -> out.accept(Message.state("health", recording.id(), health.apply(recording))));
                } finally {
                    isAsking.set(false);
                }
            });
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
