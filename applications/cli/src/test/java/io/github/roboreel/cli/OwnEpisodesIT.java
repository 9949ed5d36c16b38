package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.VideoSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands over episodes that have a seed and an instruction of their own: recorded, and recovered after a death. */
class OwnEpisodesIT {
    private static final List<String> SENTENCES = List.of("Open the drawer", "Close it", "Wipe the table");
    private static final int STEPS = 12;
    private static final int HALTED = 137;

    private static final String MINARI = """
            import h5py, sys
            with h5py.File(sys.argv[1] + '/data/main_data.hdf5', 'r') as f:
                for name in sorted(f):
                    a = f[name].attrs
                    print(a['seed'], a['robolab/instruction'])
            """;

    /** What is recorded here lacks some of RoboLab's fields. */
    private static final String CONFORMS = """
            import sys
            sys.path.insert(0, sys.argv.pop())
            import check_run
            try: check_run.main()
            except SystemExit: pass
            lacks = ('missing', ': no ', 'component not found')
            faults = [fault for fault in check_run.FAILS if not any(lack in fault for lack in lacks)]
            assert check_run.FAILS and not faults, faults
            """;

    private static final String ROBOMIMIC = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                for name in sorted(f['data']):
                    a = f['data'][name].attrs
                    print(a['seed'], a['instruction'])
            """;

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void recorded(boolean continuous) throws Exception {
        Path take = temp.resolve("take");
        try (EpisodeRecorder recorder = Recorder.open(take, continuous)) {
            Recorder.recordAll(recorder, continuous);
        }
        assertSaid(take);
        assertConforms(take, continuous);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void recovered(boolean continuous) throws Exception {
        Path take = temp.resolve("take");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(Hdf5.inheritedOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Recorder.class.getName()));
        command.addAll(List.of(take.toString(), "" + continuous));
        Process recorder = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(recorder.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(HALTED, recorder.waitFor(), said);

        run("recover", take.toString());

        assertSaid(take);
    }

    private void assertSaid(Path take) throws Exception {
        run("check", take.toString());
        List<String> lines = Files.readAllLines(take.resolve("episode_results.jsonl"));
        assertEquals(SENTENCES.size(), lines.size());
        for (String sentence : SENTENCES) {
            assertEquals(
                    1,
                    lines.stream()
                            .filter(line -> line.contains("\"instruction\":\"" + sentence + '"')
                                    || line.contains("\"instruction\": \"" + sentence + '"'))
                            .count(),
                    lines::toString);
        }
        assertEquals(videos(), names(take));
        String episodes = "41 Open the drawer\n42 Close it\n43 Wipe the table";
        Path robomimic = temp.resolve("out.hdf5");
        run("export", "robomimic", "--quiet", take.toString(), "--out=" + robomimic);
        assertEquals(
                episodes, ChildJvm.python("-c", ROBOMIMIC, robomimic.toString()).strip());
        Path minari = temp.resolve("minari");
        run("export", "minari", "--quiet", take.toString(), "--root=" + minari, "--id=own/wave-v0");
        Path dataset = minari.resolve("own/wave-v0");
        assertEquals(episodes, ChildJvm.python("-c", MINARI, dataset.toString()).strip());
    }

    private static List<String> videos() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < SENTENCES.size(); i++) {
            names.add(SENTENCES.get(i).replace(' ', '_') + "_0_env" + i + "_viewport.mp4");
        }
        return names.stream().sorted().toList();
    }

    private static List<String> names(Path take) throws Exception {
        try (Stream<Path> files = Files.list(take.resolve("Wave"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".mp4"))
                    .sorted()
                    .toList();
        }
    }

    private static void assertConforms(Path take, boolean continuous) throws Exception {
        List<String> words = new ArrayList<>(List.of("-c", CONFORMS, take.toString(), "--ours", "--skip=metrics"));
        words.add("--videos=viewport");
        if (continuous) {
            words.add("--continuous");
        }
        words.add(InProcess.HOME.resolve("conformance").toString());
        ChildJvm.python(words.toArray(String[]::new));
    }

    private static void run(String... args) {
        InProcess done = InProcess.run(args);
        assertEquals(Outcome.OK, done.outcome(), done.out() + done.err());
    }

    /** Records three episodes, and in a process of its own is gone when all of them have survived that. */
    static final class Recorder {
        private static final String CAMERA = "obs/viewport_cam/front";
        private static final FieldSchema SCHEMA = FieldSchema.of(List.of(
                FieldSpec.step("actions", DType.FLOAT32, 8).withUnit("rad"),
                FieldSpec.step("obs/joints", DType.FLOAT32, 8),
                FieldSpec.finalObservation("final_obs/joints", DType.FLOAT32, 8),
                FieldSpec.image(CAMERA, 32, 48),
                new FieldSpec(
                        "final_" + CAMERA,
                        DType.UINT8,
                        List.of(32, 48, 3),
                        "",
                        "",
                        FieldPhase.FINAL,
                        true,
                        false,
                        true)));

        private Recorder() {}

        public static void main(String[] args) {
            boolean continuous = Boolean.parseBoolean(args[1]);
            EpisodeRecorder recorder = open(Path.of(args[0]), continuous);
            recordAll(recorder, continuous);
            Runtime.getRuntime().halt(HALTED);
        }

        static EpisodeRecorder open(Path folder, boolean continuous) {
            RecorderConfig config = RecorderConfig.builder()
                    .set(VideoSettings.MODE, "viewport")
                    .set(VideoSettings.ENCODER, "jcodec")
                    .set(RecorderSettings.EPISODES_PER_FILE, SENTENCES.size())
                    .build();
            EpisodeInfo planned = new EpisodeInfo("Wave", "sine", 1, 1 / 15.0);
            RunSpec run = RunSpec.builder(folder, "Wave")
                    .episodes(EpisodeInfo.repeat(continuous ? 1 : SENTENCES.size(), planned))
                    .envConfigJson(
                            "{\"sim\": {\"dt\": 0.008333333333333333, \"render_interval\": 8}, \"decimation\": 8}")
                    .build();
            EpisodeRecorderBuilder builder =
                    EpisodeRecorder.builder(run, SCHEMA).config(config);
            return (continuous ? builder.continuous() : builder).open();
        }

        static void recordAll(EpisodeRecorder recorder, boolean continuous) {
            for (int i = 0; i < SENTENCES.size(); i++) {
                EnvRecorder env = recorder.env(continuous ? 0 : i);
                env.next();
                EpisodeInfo own = env.info().withSeed(41 + i).withInstruction(SENTENCES.get(i));
                env.begin(own, "", row -> {});
                for (int step = 0; step < STEPS; step++) {
                    float[] joints = {step, i, 0, 0, 0, 0, 0, 0};
                    byte[] picture = new byte[32 * 48 * 3];
                    env.step(row -> row.put(SCHEMA.field("actions"), joints)
                            .put(SCHEMA.field("obs/joints"), joints)
                            .put(SCHEMA.field(CAMERA), picture));
                }
                env.end(
                                EpisodeOutcome.success("done"),
                                row -> row.put(SCHEMA.field("final_obs/joints"), new float[8])
                                        .put(SCHEMA.field("final_" + CAMERA), new byte[32 * 48 * 3]))
                        .join();
            }
        }
    }
}
