package io.github.roboreel.simulator;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Renderers that envs share: as many as threads render at once. Thread-safe. */
final class RendererPool {
    private final Supplier<CameraRenderer> factory;
    private final ConcurrentLinkedDeque<CameraRenderer> idle = new ConcurrentLinkedDeque<>();

    RendererPool(Supplier<CameraRenderer> factory) {
        this.factory = factory;
    }

    /** Lends a renderer for as long as the work takes. */
    void render(Consumer<CameraRenderer> work) {
        CameraRenderer last = idle.pollFirst();
        CameraRenderer renderer = last == null ? factory.get() : last;
        try {
            work.accept(renderer);
        } finally {
            idle.addFirst(renderer);
        }
    }
}
