package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs of the same env that are in the folder already, whose fields a new run has to have. */
final class EarlierRuns {
    private static final String NONE = "none";

    private EarlierRuns() {}

    /**
     * Refuses fields that the first closed run of the folder does not have, and the lack of those that it has. What is
     * imported may have other fields in each run.
     *
     * @throws RoboReelException of kind CONFLICT, naming them
     */
    static void requireSameFields(RunSpec run, FieldSchema schema) throws IOException {
        if (!Files.isDirectory(run.envFolder()) || isImported(run)) {
            return;
        }
        for (Path file : RunPaths.in(run.envFolder())) {
            Map<String, String> stored = fields(file);
            if (!stored.isEmpty()) {
                requireSame(file, stored, fields(schema));
                return;
            }
        }
    }

    private static boolean isImported(RunSpec run) {
        return FormatJson.readOrMissing(run.envConfigJson()).has("imported_from");
    }

    private static Map<String, String> fields(FieldSchema schema) {
        Map<String, String> fields = new TreeMap<>();
        for (FieldSpec spec : schema.storedSpecs()) {
            fields.put(spec.path(), text(spec.typeText(), spec.unit(), spec.frame()));
        }
        return fields;
    }

    /** None of a file that is not closed, cannot be read or is another recorder's: that is for others to name. */
    private static Map<String, String> fields(Path file) {
        try {
            return new RunPaths(file).needsRecovery() ? Map.of() : read(file);
        } catch (IOException e) {
            return Map.of();
        }
    }

    private static Map<String, String> read(Path file) throws IOException {
        try (RunReader reader = Hdf5RunReader.open(file)) {
            List<String> demos = reader.demoNames();
            if (demos.isEmpty() || !reader.attributes().containsKey(AttributeNames.FORMAT_VERSION)) {
                return Map.of();
            }
            Map<String, String> fields = new TreeMap<>();
            EpisodeReader demo = reader.demo(demos.get(0));
            for (String path : demo.paths()) {
                DatasetInfo info = demo.info(path);
                if (info.declared()) {
                    fields.put(path, text(info.dtype().label() + info.rowShape(), info.unit(), info.frame()));
                }
            }
            return fields;
        }
    }

    private static String text(String type, String unit, String frame) {
        return type + (unit.isEmpty() ? "" : " in " + unit) + (frame.isEmpty() ? "" : " of frame " + frame);
    }

    private static void requireSame(Path file, Map<String, String> stored, Map<String, String> wanted) {
        TreeSet<String> paths = new TreeSet<>(stored.keySet());
        paths.addAll(wanted.keySet());
        List<String> differences = new ArrayList<>();
        for (String path : paths) {
            String there = stored.getOrDefault(path, NONE);
            String here = wanted.getOrDefault(path, NONE);
            if (!there.equals(here)) {
                differences.add(path + " is " + there + " there and " + here + " here");
            }
        }
        if (!differences.isEmpty()) {
            throw new RoboReelException(
                    Kind.CONFLICT,
                    Sentence.of(
                            "%s has other fields than this run: %s; record into another folder",
                            file, Sentence.listed(differences)));
        }
    }
}
