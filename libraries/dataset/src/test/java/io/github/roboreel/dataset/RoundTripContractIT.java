package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every format that is written and read promises: recorded, exported and imported, each array is back with its
 * name, type, shape, unit, frame and values as h5py finds them, but for those that the format cannot hold. These are
 * listed, so that no loss is silent.
 */
class RoundTripContractIT {
    /**
     * A way there and back.
     *
     * @param format by its name
     * @param options of the export besides where to
     * @param reward where its rewards come from
     * @param dataset below the folder of the export
     * @param missing arrays that do not come back
     * @param changed arrays that come back with other values
     */
    private record Trip(
            String format,
            Map<String, String> options,
            RewardPolicy reward,
            String dataset,
            Set<String> missing,
            Set<String> changed) {
        @Override
        public String toString() {
            return format + " " + new TreeMap<>(options) + " " + reward.label();
        }
    }

    private static final Set<String> NONE = Set.of();
    private static final Map<String, String> MINARI = Map.of("--root", "", "--id", "robolab/banana-v0");
    private static final String MINARI_FOLDER = "robolab/banana-v0";
    private static final Map<String, String> ROBOMIMIC = Map.of("--out", "all.hdf5");
    private static final Map<String, String> RLDS = Map.of("--out", "", "--name", "banana");
    private static final String RLDS_FOLDER = "banana/1.0.0";
    private static final Map<String, String> LEROBOT =
            Map.of("--out", "", "--repo-id", "lab/banana", "--fields", "all");
    private static final String LEROBOT_FOLDER = "lab/banana";

    /** LeRobot has a row per action; what was observed before the first action is in a row. */
    private static final Set<String> LEROBOT_HAS_NO_ROW = Set.of(
            "final_obs/clocks",
            "final_obs/depth",
            "final_obs/goal",
            "final_obs/left/arm/q",
            "final_obs/left/one",
            "final_obs/right/q",
            "final_obs/right/tip",
            "final_obs/right/touch",
            "final_obs/word",
            "final_obs/wrist_cam",
            "initial_state/articulation/robot/joint_position",
            "initial_state/gate");

    /** Arrow's columns have a row per observation: no other that is before the first action or after the last. */
    private static final Set<String> ARROW_HAS_NO_ROW =
            Set.of("final_obs/goal", "initial_state/articulation/robot/joint_position", "initial_state/gate");

    private static Set<String> only(String prefix) {
        return LEROBOT_HAS_NO_ROW.stream()
                .filter(path -> path.startsWith(prefix))
                .collect(Collectors.toSet());
    }

    private static Stream<Trip> trips() {
        return Stream.of(
                new Trip(
                        "minari",
                        with(MINARI, "--observations", "states"),
                        RewardPolicy.RECORDED,
                        MINARI_FOLDER,
                        NONE,
                        NONE),
                new Trip(
                        "minari",
                        with(MINARI, "--observations", "obs"),
                        RewardPolicy.RECORDED,
                        MINARI_FOLDER,
                        NONE,
                        NONE),
                new Trip(
                        "minari",
                        with(MINARI, "--data-format", "arrow"),
                        RewardPolicy.RECORDED,
                        MINARI_FOLDER,
                        only("final_obs/"),
                        NONE),
                new Trip(
                        "minari",
                        with(with(MINARI, "--data-format", "arrow"), "--observations", "obs"),
                        RewardPolicy.RECORDED,
                        MINARI_FOLDER,
                        ARROW_HAS_NO_ROW,
                        NONE),
                new Trip("rlds", RLDS, RewardPolicy.RECORDED, RLDS_FOLDER, NONE, NONE),
                new Trip(
                        "rlds",
                        with(RLDS, "--image-format", "JPEG"),
                        RewardPolicy.SUCCESS,
                        RLDS_FOLDER,
                        NONE,
                        Set.of("obs/wrist_cam", "final_obs/wrist_cam")),
                new Trip("robomimic", ROBOMIMIC, RewardPolicy.RECORDED, "all.hdf5", NONE, NONE),
                new Trip("robomimic", ROBOMIMIC, RewardPolicy.SUCCESS, "all.hdf5", NONE, NONE),
                new Trip(
                        "lerobot",
                        with(LEROBOT, "--images", "png"),
                        RewardPolicy.RECORDED,
                        LEROBOT_FOLDER,
                        LEROBOT_HAS_NO_ROW,
                        NONE),
                // H.264 keeps no picture bit for bit.
                new Trip(
                        "lerobot",
                        LEROBOT,
                        RewardPolicy.SUCCESS,
                        LEROBOT_FOLDER,
                        LEROBOT_HAS_NO_ROW,
                        Set.of("obs/wrist_cam")));
    }

    private static Map<String, String> with(Map<String, String> options, String name, String value) {
        Map<String, String> all = new HashMap<>(options);
        all.put(name, value);
        return all;
    }

    /** Compares all datasets of all demos, and what is known of them. */
    private static final String COMPARE = """
            import sys, json, h5py, numpy as np
            def arrays(demo):
                found = {}
                demo.visititems(lambda name, o: found.update({name: o}) if isinstance(o, h5py.Dataset) else None)
                return found
            def text(value):
                return value if isinstance(value, str) else bytes(value).rstrip(b'\\0').decode()
            def values(a):
                return list(a.asstr()[:]) if h5py.check_string_dtype(a.dtype) else a[()].tobytes()
            missing, changed, extra, equal = set(), set(), set(), 0
            for i in range(8):
                source = h5py.File(f'{sys.argv[1]}/BananaInBowl/run_{i // 4}.hdf5', 'r')
                copy = h5py.File(f'{sys.argv[2]}/BananaInBowl/run_{i}.hdf5', 'r')
                s, d = source[f'data/demo_{i % 4}'], copy['data/demo_0']
                expected, found = arrays(s), arrays(d)
                missing |= set(expected) - set(found)
                extra |= set(found) - set(expected)
                for name in set(expected) & set(found):
                    a, b = expected[name], found[name]
                    isText = h5py.check_string_dtype(a.dtype)
                    assert (isText or a.dtype == b.dtype) and a.shape == b.shape, (i, name, a, b)
                    for key in ('unit', 'frame'):
                        assert text(a.attrs.get(key, '')) == text(b.attrs.get(key, '')), (i, name, key)
                    if values(a) == values(b):
                        equal += 1
                    else:
                        changed.add(name)
                        difference = np.abs(a[()].astype('f8') - b[()].astype('f8')).mean()
                        assert difference < 80, (i, name, difference)
                for name in ('num_samples', 'seed', 'success', 'dt'):
                    assert s.attrs[name] == d.attrs[name], (i, name)
                for name in ('status', 'instruction', 'policy', 'env_name'):
                    assert text(s.attrs[name]) == text(d.attrs[name]), (i, name)
                attributes = json.loads(text(d.attrs['episode_metadata']))['episode_attributes']
                assert attributes['operator'] == 'Zoë' and attributes['shift'] == i // 4, attributes
                config = json.loads(source['data'].attrs['config'])
                assert json.loads(copy['data'].attrs['config']) == {**config, '_fields': None}
            print(json.dumps({'missing': sorted(missing), 'changed': sorted(changed), 'extra': sorted(extra), 'equal': equal}))
            """;

    /** An episode ends at its last step: what flags are. */
    private static final String SET_FLAGS = """
            import sys, h5py, numpy as np
            for path in sys.argv[1:]:
                with h5py.File(path, 'r+') as f:
                    for demo in f['data'].values():
                        last = np.arange(len(demo['actions'])) == len(demo['actions']) - 1
                        is_truncated = demo.name.endswith('2')
                        demo['terminations'][:] = last & (not is_truncated)
                        demo['truncations'][:] = last & is_truncated
                        demo['dones'][:] = last & (not is_truncated)
            """;

    @TempDir
    private static Path recordings;

    private static RecordedRuns runs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void record() throws Exception {
        runs = RecordedRuns.record(recordings.resolve("runs"), schema());
        Python.run(SET_FLAGS, runs.file(0), runs.file(1));
    }

    /** All types, names, shapes, units and frames that formats change; flags like the ending. */
    private static FieldSchema schema() {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.step("actions", DType.FLOAT64, 2).withUnit("rad").withFrame("joint"));
        addObservation(fields, "left/arm/q", DType.FLOAT32, 2);
        addObservation(fields, "right/q", DType.FLOAT32, 2);
        addObservation(fields, "right/tip", DType.FLOAT16, 3);
        addObservation(fields, "right/touch", DType.BOOL, 2);
        addObservation(fields, "left/one", DType.FLOAT32, 1);
        addObservation(fields, "clocks", DType.FLOAT64, 2);
        fields.add(FieldSpec.finalObservation("final_obs/goal", DType.FLOAT64));
        fields.add(FieldSpec.text("obs/word", 12));
        fields.add(FieldSpec.finalObservation("final_obs/word", DType.TEXT, 12));
        fields.add(FieldSpec.image(RecordedRuns.CAMERA, RecordedRuns.IMAGE_HEIGHT, RecordedRuns.IMAGE_WIDTH));
        fields.add(FieldSpec.finalObservation(
                "final_" + RecordedRuns.CAMERA, DType.UINT8, RecordedRuns.IMAGE_HEIGHT, RecordedRuns.IMAGE_WIDTH, 3));
        fields.add(FieldSpec.image("obs/depth", DType.UINT16, 18, 24, 1).withUnit("mm"));
        fields.add(FieldSpec.finalObservation("final_obs/depth", DType.UINT16, 18, 24, 1)
                .withUnit("mm"));
        addState(fields, "articulation/robot/joint_position", DType.FLOAT32, 9);
        addState(fields, "gate", DType.BOOL, 3);
        fields.add(FieldSpec.step("ee_pose/position", DType.FLOAT32, 3).withFrame("world"));
        fields.add(FieldSpec.step("bbox/bbox_mm/banana", DType.INT16, 8, 3).withUnit("mm"));
        fields.add(FieldSpec.step("lists", DType.INT8, 300, 2));
        fields.add(FieldSpec.step("subtask/status", DType.UINT16));
        fields.add(FieldSpec.step("subtask/completed", DType.UINT8));
        fields.add(FieldSpec.step("contact", DType.BOOL));
        fields.add(FieldSpec.step("ticks", DType.INT64));
        fields.add(FieldSpec.step("small", DType.INT32, 2, 2, 2));
        fields.add(FieldSpec.step("wide", DType.UINT32, 1));
        fields.add(FieldSpec.step("hash", DType.UINT64, 2));
        fields.add(FieldSpec.step("rewards", DType.FLOAT32, 1).withUnit("points"));
        fields.add(FieldSpec.step("terminations", DType.BOOL));
        fields.add(FieldSpec.step("truncations", DType.BOOL));
        fields.add(FieldSpec.step("dones", DType.INT64));
        return FieldSchema.of(fields);
    }

    private static void addObservation(List<FieldSpec> fields, String name, DType dtype, int elements) {
        fields.add(FieldSpec.step("obs/" + name, dtype, elements).withUnit("rad"));
        fields.add(FieldSpec.finalObservation("final_obs/" + name, dtype, elements)
                .withUnit("rad")
                .withFrame("env"));
    }

    private static void addState(List<FieldSpec> fields, String name, DType dtype, int elements) {
        fields.add(FieldSpec.initial("initial_state/" + name, dtype, elements).withUnit("m"));
        fields.add(FieldSpec.step("states/" + name, dtype, elements).withUnit("m"));
    }

    @Test
    void everyFormatThatIsReadGoesThereAndBack() {
        Set<String> read = DatasetFormat.all().stream()
                .filter(format -> format.importer().isPresent() && format.hasExporter())
                .map(DatasetFormat::name)
                .collect(Collectors.toSet());
        assertEquals(read, trips().map(Trip::format).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @MethodSource("trips")
    void everyArrayIsBackThatTheFormatHolds(Trip trip) throws Exception {
        DatasetFormat format = DatasetFormat.all().stream()
                .filter(f -> f.name().equals(trip.format()))
                .findFirst()
                .orElseThrow();
        Path datasets = folder.resolve("datasets");
        format.exporter(new DatasetArguments(values(format, trip, datasets), trip.reward()))
                .export(runs, ExportProgress.NONE);
        Path out = folder.resolve("back");
        ImportSummary summary =
                format.importer().orElseThrow().run(datasets.resolve(trip.dataset()), out, ExportProgress.NONE);
        assertEquals(8, summary.episodes());
        assertTrue(
                summary.notes().toString().contains("scores and metrics are left out"),
                summary.notes().toString());
        JsonNode found = new ObjectMapper().readTree(Python.run(COMPARE, runs.folder(), out));
        assertEquals(new TreeSet<>(trip.missing()), texts(found.path("missing")), "missing");
        assertEquals(new TreeSet<>(trip.changed()), texts(found.path("changed")), "changed");
        assertEquals(Set.of(), texts(found.path("extra")), "made up");
        assertTrue(found.path("equal").asInt() > 8 * 20, found.toString());
    }

    private static Map<String, Object> values(DatasetFormat format, Trip trip, Path datasets) {
        Map<String, Object> values = new HashMap<>();
        for (DatasetOption option : format.options()) {
            String given = trip.options().get(option.name());
            if (given != null && option.type() == Path.class) {
                values.put(option.name(), datasets.resolve(given));
            } else if (given != null || option.defaultValue().isPresent()) {
                values.put(option.name(), given == null ? option.defaultValue().get() : given);
            }
        }
        return values;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new TreeSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
