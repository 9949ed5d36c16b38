package io.github.roboreel.bridge;

import io.github.roboreel.bridge.RingLayout.Column;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.StepWriter;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Hands rows in shared memory to a recorder without a copy in between. The memory's position and limit are moved
 * meanwhile, and are back when a call returns; one that throws leaves them to the next.
 */
record SlotRows(List<Column> columns) {
    /** Puts one row of every column. */
    void put(ByteBuffer memory, StepWriter writer, int row) {
        for (Column column : columns) {
            int at = column.rowAt(row);
            memory.clear().limit(at + column.field().rowBytes()).position(at);
            writer.put(column.field(), memory);
        }
        memory.clear();
    }

    /** Puts the rows of all envs. */
    void putAll(ByteBuffer memory, BatchWriter writer, int numEnvs) {
        for (Column column : columns) {
            memory.clear().limit(column.rowAt(numEnvs)).position(column.offset());
            writer.put(column.field(), memory);
        }
        memory.clear();
    }
}
