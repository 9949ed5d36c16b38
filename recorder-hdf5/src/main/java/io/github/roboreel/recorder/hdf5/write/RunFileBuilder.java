package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Type;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fills a new run file with every group, dataset and attribute it will ever have. */
final class RunFileBuilder {

    private final H5File file;
    private final AttributeTypes types;
    private final ChunkFormat format;
    private final StopRequest stopRequest;

    /** @param stopRequest looked at before each demo: thousands of envs take minutes */
    RunFileBuilder(H5File file, AttributeTypes types, ChunkFormat format, StopRequest stopRequest) {
        this.file = file;
        this.types = types;
        this.format = format;
        this.stopRequest = stopRequest;
    }

    /**
     * @throws io.github.roboreel.recorder.RecorderException of kind INTERRUPTED, when nobody wants the file any more
     */
    void build(RunSpec run, FieldSchema schema, RunAttributes attributes) throws IOException {
        try (H5Group data = file.root().createGroup(DemoPaths.DATA)) {
            describeRun(data, run, attributes);
            for (int env = 0; env < run.numDemos(); env++) {
                stopRequest.throwIfMade();
                addDemo(data, run, env, schema);
            }
        }
    }

    private void describeRun(H5Group data, RunSpec run, RunAttributes attributes) throws IOException {
        Map<String, Object> envArgs = new LinkedHashMap<>();
        envArgs.put(AttributeNames.ENV_NAME, run.envName());
        envArgs.put("type", 2);
        types.createInt64(data, AttributeNames.TOTAL, 0);
        types.createText(data, AttributeNames.ENV_ARGS, FormatJson.python(envArgs));
        types.createInt64(data, AttributeNames.FORMAT_VERSION, RunSpec.FORMAT_VERSION);
        types.createText(data, AttributeNames.RECORDER_VERSION, attributes.recorderVersion());
        types.createText(data, AttributeNames.RECORDED_AT, attributes.recordedAt());
        types.createInt64(data, AttributeNames.NUM_ENVS, run.numEnvs());
        if (run.isContinuous()) {
            types.createInt64(data, AttributeNames.EPISODES_PER_FILE, run.numDemos());
        }
        types.createText(data, AttributeNames.CONFIG, run.envConfigJson());
        createIfKnown(data, AttributeNames.TASK_ATTRIBUTES, attributes.taskAttributes());
        createIfKnown(data, AttributeNames.METRIC_SETS, attributes.metricSets());
    }

    private void createIfKnown(H5Group data, String name, String json) throws IOException {
        if (!json.isEmpty()) {
            types.createText(data, name, json);
        }
    }

    private void addDemo(H5Group data, RunSpec run, int env, FieldSchema schema) throws IOException {
        EpisodeInfo info = run.episodes().get(env);
        try (H5Group demo = data.createGroup(run.id(env).demoName())) {
            types.createInt64(demo, AttributeNames.NUM_SAMPLES, 0);
            types.createVerdict(demo, EpisodeEnd.recording(run));
            types.createFloat64(demo, AttributeNames.DT, info.dtSeconds());
            types.createText(demo, AttributeNames.INSTRUCTION, info.instruction());
            types.createText(demo, AttributeNames.POLICY, info.policy());
            types.createText(demo, AttributeNames.ENV_NAME, run.envName());
            types.createInt64(demo, AttributeNames.SEED, info.seed());
            if (run.isContinuous()) {
                types.createInt64(demo, AttributeNames.SIM_ENV_ID, -1);
            }
            for (FieldSpec field : schema.storedSpecs()) {
                addDataset(demo, field);
            }
        }
    }

    private void addDataset(H5Group demo, FieldSpec field) throws IOException {
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
        try (H5Type type = H5Type.of(field.dtype(), field.storedElementBytes());
                H5Dataset dataset = demo.createDataset(field.path(), type, storage)) {
            describeField(dataset, field);
        }
    }

    private void describeField(H5Dataset dataset, FieldSpec field) throws IOException {
        types.createText(dataset, AttributeNames.UNIT, field.unit());
        if (!field.frame().isEmpty()) {
            types.createText(dataset, AttributeNames.FRAME, field.frame());
        }
    }
}
