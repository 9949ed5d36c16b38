package io.github.roboreel.recorder.hdf5.file;

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
    private H5Group demoGroup;
    private int demoOfGroup = -1;
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
        if (demo == demoOfGroup && field.path().equals(passingPath)) {
            return passing;
        }
        if (numKept < maxKept) {
            ofDemo[index] = group(demo).uncachedDataset(field.path());
            numKept++;
            return ofDemo[index];
        }
        closePassing();
        passing = group(demo).uncachedDataset(field.path());
        passingPath = field.path();
        return passing;
    }

    /** A run has so many demos that finding one takes longer than finding a dataset in it. */
    private H5Group group(int demo) throws IOException {
        if (demo != demoOfGroup) {
            closeGroup();
            demoGroup = root.group(RunFile.demoPath(demo));
            demoOfGroup = demo;
        }
        return demoGroup;
    }

    private void closeGroup() throws IOException {
        closePassing();
        H5Group closing = demoGroup;
        demoGroup = null;
        demoOfGroup = -1;
        if (closing != null) {
            closing.close();
        }
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

    void close() throws IOException {
        closeGroup();
        for (int demo : List.copyOf(kept.keySet())) {
            close(demo);
        }
    }
}
