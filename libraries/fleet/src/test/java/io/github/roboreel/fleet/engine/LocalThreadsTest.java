package io.github.roboreel.fleet.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalThreadsTest extends EngineContract {
    private final LocalThreads engine = new LocalThreads(2);

    @AfterEach
    void close() {
        engine.close();
    }

    @Override
    protected Engine engine() {
        return engine;
    }

    @Test
    void thereAreAsManyWorkersAsThreads() {
        assertEquals(2, engine.workers());
        assertThrows(IllegalArgumentException.class, () -> new LocalThreads(0));
    }
}
