package io.github.roboreel.recorder.hdf5.file;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fills a new run file with every group, dataset and attribute it will ever have. */
final class RunFileBuilder {
    private static final int MAX_ATTRIBUTE_BYTES = 1 << 10;

    private final H5File file;
    private final AttributeTypes types;
    private final ChunkFormat format;
    private final StopRequest stopRequest;

    /** @param stopRequest looked at before each demo: thousands of envs take a while */
    RunFileBuilder(H5File file, AttributeTypes types, ChunkFormat format, StopRequest stopRequest) {
        this.file = file;
        this.types = types;
        this.format = format;
        this.stopRequest = stopRequest;
    }

    /** @throws io.github.roboreel.recorder.RecorderException of kind INTERRUPTED, when the file is no longer wanted */
    void build(RunSpec run, FieldSchema schema, RunAttributes attributes, int numDemos) throws IOException {
        try (H5Group data = file.root().createGroup(DemoPaths.DATA)) {
            create(data, attributes.ofData(run, schema));
            addDemos(data, run, numDemos, schema);
        }
    }

    private void create(H5Object object, Map<String, Object> attributes) throws IOException {
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            types.create(object, attribute.getKey(), attribute.getValue());
        }
    }

    /** The others are copies of the first, which takes the library a sixth of the time. */
    private void addDemos(H5Group data, RunSpec run, int numDemos, FieldSchema schema) throws IOException {
        Map<String, Object> ofFirst = RunAttributes.ofDemo(run, run.episodes().get(0));
        for (int env = 0; env < numDemos; env++) {
            stopRequest.throwIfMade();
            int demo = env;
            Hdf5.inOneTurn(
                    demo == 0
                            ? () -> addFirstDemo(data, run, ofFirst, schema)
                            : () -> copyFirstDemo(data, run, ofFirst, demo));
        }
    }

    private void copyFirstDemo(H5Group data, RunSpec run, Map<String, Object> ofFirst, int env) throws IOException {
        String name = run.id(env).demoName();
        data.copy(run.id(0).demoName(), name);
        Map<String, Object> others = RunAttributes.ofDemo(run, run.episodes().get(env));
        others.entrySet().removeAll(ofFirst.entrySet());
        if (!others.isEmpty()) {
            try (H5Group demo = data.group(name)) {
                for (Map.Entry<String, Object> attribute : others.entrySet()) {
                    types.rewrite(demo, attribute.getKey(), attribute.getValue());
                }
            }
        }
    }

    private void addFirstDemo(H5Group data, RunSpec run, Map<String, Object> attributes, FieldSchema schema)
            throws IOException {
        try (H5Group demo = data.createGroup(run.id(0).demoName())) {
            types.create(demo, AttributeNames.NUM_SAMPLES, 0L);
            types.createVerdict(demo, DemoEnd.recording(run));
            create(demo, attributes);
            for (FieldSpec field : schema.storedSpecs()) {
                try (H5Dataset dataset = demo.createDataset(field.path(), types.of(field), storage(field))) {
                    create(dataset, attributes(field));
                }
            }
        }
    }

    private H5Group.Storage storage(FieldSpec field) {
        boolean growing = field.phase() == FieldPhase.STEP;
        long[] chunk = new long[field.storedShape().size() + 1];
        chunk[0] = growing && !field.image() ? format.rows().of(field) : 1;
        for (int i = 1; i < chunk.length; i++) {
            chunk[i] = field.storedShape().get(i - 1);
        }
        long[] shape = chunk.clone();
        if (growing && field.image()) {
            chunk[chunk.length - 1] /= format.frames().numPlanes(field);
        }
        return new H5Group.Storage(shape, chunk, growing ? format.deflateLevel() : -1);
    }

    /** A unit, an empty one maybe, says that the schema declared the dataset. */
    private static Map<String, Object> attributes(FieldSpec field) {
        Map<String, Object> attributes = new LinkedHashMap<>(Map.of(AttributeNames.UNIT, field.unit()));
        attributes.putAll(field.described());
        Map<String, Object> said = field.signal().map();
        attributes.entrySet().removeIf(entry -> said.containsKey(entry.getKey()) && !isSmall(entry.getValue()));
        return attributes;
    }

    /** Every demo repeats the attributes of its datasets; what is larger stands in the run's dictionary alone. */
    private static boolean isSmall(Object value) {
        return FormatJson.utf8(FormatJson.text(value)).length < MAX_ATTRIBUTE_BYTES;
    }
}
