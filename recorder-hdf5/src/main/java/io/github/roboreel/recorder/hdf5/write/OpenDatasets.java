package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Datasets of a run file that stay open while it is written. Beyond a number of them one is open at a time: envs in
 * lockstep use all datasets in turn, so that those used least recently would be the next ones. For one thread.
 */
final class OpenDatasets {
    private final H5Group root;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Map<Integer, H5Dataset[]> kept = new HashMap<>();
    private final int maxKept;
    private int numKept;
    private H5Dataset passing;
    private String passingPath = "";

    OpenDatasets(H5Group root, FieldSchema schema, int maxKept) {
        this.root = root;
        this.maxKept = maxKept;
        List<FieldSpec> fields = schema.storedSpecs();
        for (int i = 0; i < fields.size(); i++) {
            indexes.put(fields.get(i).path(), i);
        }
    }

    /** A dataset of a demo, to be used until the next one is asked for, and not to be closed. */
    H5Dataset get(int demo, FieldSpec field) throws IOException {
        H5Dataset[] ofDemo = kept.computeIfAbsent(demo, d -> new H5Dataset[indexes.size()]);
        int index = indexes.get(field.path());
        if (ofDemo[index] != null) {
            return ofDemo[index];
        }
        String path = RunFile.demoPath(demo) + "/" + field.path();
        if (path.equals(passingPath)) {
            return passing;
        }
        if (numKept < maxKept) {
            ofDemo[index] = root.uncachedDataset(path);
            numKept++;
            return ofDemo[index];
        }
        closePassing();
        passing = root.uncachedDataset(path);
        passingPath = path;
        return passing;
    }

    private void closePassing() throws IOException {
        H5Dataset closing = passing;
        passing = null;
        passingPath = "";
        if (closing != null) {
            closing.close();
        }
    }

    /** Closes those of one demo. */
    void close(int demo) throws IOException {
        H5Dataset[] ofDemo = kept.remove(demo);
        for (int i = 0; ofDemo != null && i < ofDemo.length; i++) {
            if (ofDemo[i] != null) {
                numKept--;
                ofDemo[i].close();
            }
        }
    }

    /** Closes all. */
    void close() throws IOException {
        closePassing();
        for (int demo : List.copyOf(kept.keySet())) {
            close(demo);
        }
    }
}
