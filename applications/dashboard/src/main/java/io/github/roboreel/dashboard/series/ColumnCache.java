package io.github.roboreel.dashboard.series;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Columns of finished episodes read last, transposed, so that any zoom is answered from memory and exactly. For one
 * thread.
 */
final class ColumnCache {
    private final long mostBytes;
    private final Map<Key, StoredColumn> columns = new LinkedHashMap<>(64, 0.75f, true);
    private long bytes;

    /** @param stamp of the file, which differs when the file does */
    record Key(String stamp, String demo, String path, int component) {}

    ColumnCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    StoredColumn get(Key key) {
        return columns.get(key);
    }

    /** Takes one; the ones used longest ago make room. */
    void put(Key key, StoredColumn column) {
        StoredColumn before = columns.put(key, column);
        bytes += column.bytes() - (before == null ? 0 : before.bytes());
        Iterator<Map.Entry<Key, StoredColumn>> oldest = columns.entrySet().iterator();
        while (bytes > mostBytes && oldest.hasNext()) {
            bytes -= oldest.next().getValue().bytes();
            oldest.remove();
        }
    }

    long bytes() {
        return bytes;
    }
}
