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
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fills a new run file with every group, dataset and attribute it will ever have. */
final class RunFileBuilder {
    private static final int MAX_ATTRIBUTE_BYTES = 1 << 10;

    private final H5File file;
    private final AttributeTypes types;
    private final ChunkFormat format;
    private final StopRequest stopRequest;
    private final Map<FieldSpec, H5Group.Template> templates = new IdentityHashMap<>();
    private final Map<FieldSpec, Map<String, Object>> attributesOf = new IdentityHashMap<>();

    /** @param stopRequest looked at before each demo: thousands of envs take minutes */
    RunFileBuilder(H5File file, AttributeTypes types, ChunkFormat format, StopRequest stopRequest) {
        this.file = file;
        this.types = types;
        this.format = format;
        this.stopRequest = stopRequest;
    }

    /** @throws io.github.roboreel.recorder.RecorderException of kind INTERRUPTED, when the file is no longer wanted */
    void build(RunSpec run, FieldSchema schema, RunAttributes attributes, int numDemos) throws IOException {
        for (FieldSpec field : schema.storedSpecs()) {
            templates.put(field, template(field));
            attributesOf.put(field, attributes(field));
        }
        try (H5Group data = file.root().createGroup(DemoPaths.DATA)) {
            create(data, attributes.ofData(run, schema));
            for (int env = 0; env < numDemos; env++) {
                stopRequest.throwIfMade();
                int demo = env;
                Hdf5.inOneTurn(() -> addDemo(data, run, demo, schema));
            }
        } finally {
            for (H5Group.Template template : templates.values()) {
                template.close();
            }
        }
    }

    private void create(H5Object object, Map<String, Object> attributes) throws IOException {
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            types.create(object, attribute.getKey(), attribute.getValue());
        }
    }

    private void addDemo(H5Group data, RunSpec run, int env, FieldSchema schema) throws IOException {
        try (H5Group demo = data.createGroup(run.id(env).demoName())) {
            types.create(demo, AttributeNames.NUM_SAMPLES, 0L);
            types.createVerdict(demo, DemoEnd.recording(run));
            create(demo, RunAttributes.ofDemo(run, run.episodes().get(env)));
            for (FieldSpec field : schema.storedSpecs()) {
                try (H5Dataset dataset = demo.createDataset(field.path(), templates.get(field))) {
                    create(dataset, attributesOf.get(field));
                }
            }
        }
    }

    private H5Group.Template template(FieldSpec field) throws IOException {
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
        H5Group.Storage storage = new H5Group.Storage(shape, chunk, growing ? format.deflateLevel() : -1);
        return H5Group.template(types.of(field), storage);
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
