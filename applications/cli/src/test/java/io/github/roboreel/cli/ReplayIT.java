package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayIT {
    private static final String TASK = "BananaInBowlTask";
    private static final int CHANGED_STEP = 11;

    @TempDir
    Path temp;

    /** An output folder of two envs and two runs, episodes 0 to 3. */
    private Path record(String task, String... more) {
        return recordInto("recorded", "2", "5", task, more);
    }

    private Path recordInto(String folder, String envs, String seed, String task, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "record",
                "--task",
                task,
                "--num-envs",
                envs,
                "--num-runs",
                "2",
                "--seed",
                seed,
                "--output-dir",
                temp.toString(),
                "--output-folder-name",
                folder,
                "--quiet"));
        words.addAll(List.of(more));
        InProcess recorded = InProcess.run(words.toArray(String[]::new));
        assertEquals(Outcome.OK, recorded.outcome(), recorded.err());
        return temp.resolve(folder);
    }

    private static InProcess replay(Outcome expected, Path recording, String... more) {
        List<String> words = new ArrayList<>(List.of("replay", recording.toString()));
        words.addAll(List.of(more));
        InProcess replay = InProcess.run(words.toArray(String[]::new));
        assertEquals(expected, replay.outcome(), replay.out() + replay.err());
        return replay;
    }

    @ParameterizedTest
    @ValueSource(strings = {TASK, "BananaInBowlCrowdedTask", "RubiksCubeInBowlTask"})
    void everyEpisodeReplaysBitExactToItsEnd(String task) throws Exception {
        Path recorded = record(task, "--video-mode", "none");
        JsonNode result = new ObjectMapper()
                .readTree(replay(Outcome.OK, recorded, "--json").out());
        assertEquals(4, result.get("tracked").asInt());
        for (JsonNode episode : result.get("episodes")) {
            assertTrue(episode.get("bit_exact").asBoolean(), episode.toString());
            assertTrue(episode.get("steps").asInt() > 50, episode.toString());
            assertEquals(0, episode.get("notes").size(), episode.toString());
            assertTrue(episode.get("drifts").size() > 40, episode.toString());
        }
    }

    @Test
    @Tag("slow")
    void aHundredDemosOfAllTasksReplayBitExact() throws Exception {
        Path tasks = InProcess.HOME.resolve("config/tasks");
        int demos = 0;
        try (Stream<Path> files = Files.list(tasks)) {
            for (Path file : files.sorted().toList()) {
                String task = file.getFileName().toString().replace(".yaml", "");
                Path recorded = recordInto(task, "17", "1000", task, "--video-mode", "none");
                JsonNode result = new ObjectMapper()
                        .readTree(replay(Outcome.OK, recorded, "--json").out());
                for (JsonNode episode : result.get("episodes")) {
                    assertTrue(episode.get("bit_exact").asBoolean(), episode.toString());
                    demos++;
                }
            }
        }
        assertTrue(demos >= 100, "only " + demos + " demos");
    }

    @Test
    void picturesOfATruncatedEpisodeReplayBitExactInAnyOrder() {
        Path recorded = record(
                TASK,
                "--max-steps",
                "8",
                "--policy",
                "noise",
                "--record-image-data",
                "--video-mode",
                "none",
                "--camera-size",
                "64x36");
        InProcess replay = replay(Outcome.OK, recorded, "--episodes", "1,3");
        assertEquals(
                TASK + ", run 0, env 1, episode 1: tracked, 8 steps, bit-exact\n"
                        + TASK + ", run 1, env 1, episode 3: tracked, 8 steps, bit-exact\n"
                        + "2 of 2 episodes tracked\n",
                replay.out());
    }

    @Test
    void aChangedActionIsFoundAtItsStepAndToleratedOnlyByAFileThatSaysSo() throws Exception {
        Path recorded = record(TASK, "--max-steps", "30", "--video-mode", "none");
        Path run = recorded.resolve(TASK).resolve("run_1.hdf5");
        ChildJvm.python("-c", """
                import h5py, sys
                with h5py.File(sys.argv[1], 'r+') as f:
                    f['data/demo_0/actions'][int(sys.argv[2]) - 1, 2] += 1e-3
                """, run.toString(), String.valueOf(CHANGED_STEP));

        JsonNode result = new ObjectMapper()
                .readTree(replay(
                                Outcome.DATA_LOST,
                                run,
                                "--json",
                                "--output-dir",
                                temp.resolve("replayed").toString())
                        .out());

        assertEquals(1, result.get("tracked").asInt());
        JsonNode changed = result.at("/episodes/0");
        assertEquals(2, changed.get("episode").asInt());
        assertEquals(CHANGED_STEP, changed.get("first_step").asInt());
        JsonNode joints = drift(changed, "states/articulation/robot/joint_position");
        assertEquals("rad", joints.get("unit").asText());
        double most = joints.get("most").asDouble();
        assertTrue(most > 1e-5 && most < 2e-3, joints.toString());
        JsonNode untouched = drift(changed, "states/rigid_object/bowl/root_pose");
        assertEquals("m", untouched.get("unit").asText());
        assertTrue(untouched.get("first_step").isNull(), untouched.toString());

        Path picture = temp.resolve("replayed").resolve(TASK).resolve("replay_drift.png");
        assertTrue(ImageIO.read(picture.toFile()).getWidth() > 1000, picture.toString());

        Path tolerances = Files.writeString(temp.resolve("tolerances.yaml"), "'*': 0.5\n");
        replay(Outcome.OK, run, "--tolerance", tolerances.toString());
    }

    @Test
    void anotherJavaAndProcessorAreNamedOnceAndNoFailure() throws Exception {
        Path recorded = record(TASK, "--max-steps", "5", "--video-mode", "none");
        assertEquals("", replay(Outcome.OK, recorded).err());
        for (int run = 0; run < 2; run++) {
            ChildJvm.python(
                    "-c",
                    """
                    import h5py, json, sys
                    with h5py.File(sys.argv[1], 'r+') as f:
                        provenance = json.loads(f['data'].attrs['provenance'])
                        assert provenance['simulator'] == 'roboreel-tabletop' and provenance['roboreel'], provenance
                        provenance.update(java='8', cpu='Z80')
                        f['data'].attrs['provenance'] = json.dumps(provenance)
                    """,
                    recorded.resolve(TASK).resolve("run_" + run + ".hdf5").toString());
        }
        Path merged = temp.resolve("merged");
        InProcess merge = InProcess.run("merge", recorded.toString(), "--copy", "--into", merged.toString());
        assertEquals(Outcome.OK, merge.outcome(), merge.err());

        InProcess replay = replay(Outcome.OK, merged);

        String java = System.getProperty("java.runtime.version") + " " + System.getProperty("java.vm.name");
        List<String> notes = replay.err().lines().toList();
        assertEquals("roboreel: java was \"8\" in the recording and is \"" + java + "\" now", notes.get(0));
        assertTrue(notes.get(1).startsWith("roboreel: cpu was \"Z80\" in the recording and is "), notes.get(1));
        assertEquals(2, notes.size(), replay.err());
        assertTrue(replay.out().endsWith("4 of 4 episodes tracked\n"), replay.out());
        String check = check(Outcome.OK, merged).out();
        assertTrue(check.contains("run_0.hdf5, data/demo_0 and 3 more: is replayed, and java was \"8\""), check);
    }

    @Test
    void anImportOfAnExportKeepsTheProvenanceOfItsRecording() throws Exception {
        Path recorded = record(TASK, "--max-steps", "5", "--video-mode", "none");
        Path config = recorded.resolve(TASK).resolve("env_cfg.json");
        Files.writeString(config, Files.readString(config).replaceFirst("\"java\":\"[^\"]*\"", "\"java\":\"8\""));
        Path exported = temp.resolve("exported.hdf5");
        Path imported = temp.resolve("imported");
        for (List<String> words : List.of(
                List.of("export", "robomimic", recorded.toString(), "--out", exported.toString()),
                List.of("import", "robomimic", exported.toString(), "--output-dir", imported.toString()))) {
            InProcess run = InProcess.run(words.toArray(String[]::new));
            assertEquals(Outcome.OK, run.outcome(), run.err());
        }
        JsonNode expected = new ObjectMapper().readTree(config.toFile()).path("_provenance");
        assertEquals("8", expected.path("java").asText());
        Path copy = imported.resolve(TASK);
        assertEquals(
                expected,
                new ObjectMapper()
                        .readTree(copy.resolve("env_cfg.json").toFile())
                        .path("_provenance"));
        String attribute = ChildJvm.python(
                "-c",
                "import h5py, sys; print(h5py.File(sys.argv[1])['data'].attrs['provenance'])",
                copy.resolve("run_0.hdf5").toString());
        assertEquals(expected, new ObjectMapper().readTree(attribute));
    }

    private static JsonNode drift(JsonNode episode, String field) {
        return StreamSupport.stream(episode.get("drifts").spliterator(), false)
                .filter(drift -> drift.get("field").asText().equals(field))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsRecordedOfAReplayIsAnOrdinaryRecordingWithItsOriginAndDrift() throws Exception {
        Path recorded = record(TASK, "--max-steps", "12", "--video-mode", "none");
        Path out = temp.resolve("replayed");

        replay(Outcome.OK, recorded, "--output-dir", out.toString());

        InProcess check = InProcess.run("check", out.toString());
        assertEquals(Outcome.OK, check.outcome(), check.out() + check.err());
        assertEquals(Outcome.OK, InProcess.run("report", out.toString()).outcome());
        assertEquals(
                "equal\n",
                ChildJvm.python(
                        "-c",
                        """
                import h5py, hashlib, json, os, sys
                recorded, out = sys.argv[1:]
                for episode in range(4):
                    source = os.path.join(recorded, 'run_%d.hdf5' % (episode // 2))
                    replayed = h5py.File(os.path.join(out, 'run_%d.hdf5' % episode))['data/demo_0']
                    origin = json.loads(replayed.attrs['replay_of'])
                    assert origin['demo'] == 'demo_%d' % (episode % 2), origin
                    assert os.path.samefile(origin['file'], source), origin
                    assert origin['sha256'] == hashlib.sha256(open(source, 'rb').read()).hexdigest()
                    drift = replayed['replay/drift/states/rigid_object/banana/root_pose']
                    assert drift.shape == (12, 2) and drift.attrs['unit'] == 'm, rad' and not drift[()].any()
                    demo = h5py.File(source)['data/' + origin['demo']]
                    assert replayed.attrs['seed'] == demo.attrs['seed'] == 5 + episode
                    def same(name, item):
                        if isinstance(item, h5py.Dataset) and 'wall_time' not in name:
                            assert (item[()] == replayed[name][()]).all(), name
                    demo.visititems(same)
                print('equal')
                """,
                        recorded.resolve(TASK).toString(),
                        out.resolve(TASK).toString()));
        assertTrue(Files.notExists(out.resolve(TASK).resolve("replay_drift.png")), "nothing drifts");
        InProcess again = replay(Outcome.BAD_ARGUMENTS, recorded, "--output-dir", out.toString());
        assertTrue(again.err().contains("exists already"), again.err());
    }

    @Test
    void recordedAndReplayedViewportAreSeenSideBySide() throws Exception {
        Path recorded = record(TASK, "--max-steps", "12", "--camera-size", "64x36");
        Path out = temp.resolve("replayed");
        String said = replay(Outcome.OK, recorded, "--episodes", "3", "--output-dir", out.toString())
                .out();
        assertTrue(!said.contains("note"), said);
        assertEquals(Outcome.OK, InProcess.run("check", out.toString()).outcome());
        Path video = out.resolve(TASK).resolve("replay-0.mp4");
        VideoClipInfo info = VideoClipFormat.mp4().probe(video);
        assertEquals(List.of(128, 36, 12L), List.of(info.width(), info.height(), info.frames()));
        List<Double> differences = new ArrayList<>();
        VideoClipFormat.mp4().decode(video, (index, rgb) -> differences.add(differenceOfHalves(rgb, 128)));
        assertEquals(12, differences.size());
        assertTrue(differences.stream().allMatch(difference -> difference < 10), differences.toString());
    }

    /** The mean, of 255. */
    private static double differenceOfHalves(byte[] rgb, int width) {
        int half = 3 * width / 2;
        double sum = 0;
        for (int i = 0; i < rgb.length; i++) {
            boolean isLeft = i / half % 2 == 0;
            sum += isLeft ? Math.abs(Byte.toUnsignedInt(rgb[i]) - Byte.toUnsignedInt(rgb[i + half])) : 0;
        }
        return sum / (rgb.length / 2);
    }

    @Test
    void someEpisodesWhateverTheirSeedsBecomeAWholeRecording() throws Exception {
        Path one = recordInto("one", "1", "0", TASK, "--max-steps", "6", "--video-mode", "none");
        Path two = recordInto("two", "1", "0", TASK, "--max-steps", "6", "--video-mode", "none");
        Path merged = temp.resolve("merged");
        InProcess merge = InProcess.run("merge", one.toString(), two.toString(), "--into", merged.toString());
        assertEquals(Outcome.OK, merge.outcome(), merge.err());
        Path out = temp.resolve("replayed");

        replay(Outcome.OK, merged, "--episodes", "1-3", "--output-dir", out.toString());

        InProcess check = InProcess.run("check", "--replay", out.toString());
        assertEquals(Outcome.OK, check.outcome(), check.out() + check.err());
        assertTrue(check.out().contains("ok: " + out + ": 3 run files, 3 episodes, 0 videos, 3 replayed"), check.out());
        assertEquals("[1, 0, 1]\n", ChildJvm.python("-c", """
                import h5py, sys
                print([int(h5py.File('%s/run_%d.hdf5' % (sys.argv[1], run))['data/demo_0'].attrs['seed'])
                       for run in range(3)])
                """, out.resolve(TASK).toString()));
    }

    @Test
    void checkReplaysWhatItFindsSoundAndNamesWhatCannotBeReplayedOnce() throws Exception {
        Path recorded = record(TASK, "--max-steps", "12", "--camera-size", "64x36");
        assertEquals(
                "ok: " + recorded + ": 2 run files, 4 episodes, 8 videos, 4 replayed\n",
                check(Outcome.OK, recorded).out());

        Path run = recorded.resolve(TASK).resolve("run_1.hdf5");
        ChildJvm.python("-c", """
                import h5py, sys
                with h5py.File(sys.argv[1], 'r+') as f:
                    f['data/demo_0/actions'][int(sys.argv[2]) - 1, 2] += 1e-3
                """, run.toString(), String.valueOf(CHANGED_STEP));
        InProcess damaged = check(Outcome.DATA_LOST, recorded);
        assertTrue(
                damaged.out()
                        .contains("error: " + run + ", data/demo_0: does not replay: diverged in step " + CHANGED_STEP
                                + ", first in "),
                damaged.out());
        assertTrue(damaged.out().contains(", 4 replayed, "), damaged.out());

        Path config = recorded.resolve(TASK).resolve("env_cfg.json");
        Files.writeString(config, Files.readString(config).replace("roboreel-tabletop", "elsewhere"));
        String unknown = check(Outcome.DATA_LOST, recorded).out();
        List<String> notes =
                unknown.lines().filter(line -> line.contains("is not replayed")).toList();
        assertEquals(1, notes.size(), unknown);
        assertTrue(
                notes.get(0).startsWith("note: ")
                        && notes.get(0)
                                .contains("run_0.hdf5, data/demo_0 and 3 more: is not replayed: no simulation says that"
                                        + " it recorded for simulator 'elsewhere'"),
                unknown);
        JsonNode document = new ObjectMapper()
                .readTree(check(Outcome.DATA_LOST, recorded, "--json").out());
        assertEquals(0, document.at("/folders/0/replayed").asInt(-1));
    }

    private static InProcess check(Outcome expected, Path folder, String... more) {
        List<String> words = new ArrayList<>(List.of("check", "--replay", folder.toString()));
        words.addAll(List.of(more));
        InProcess check = InProcess.run(words.toArray(String[]::new));
        assertEquals(expected, check.outcome(), check.out() + check.err());
        return check;
    }

    @Test
    void theRecordedTaskIsReplayedUnlessTheCurrentOneIsWanted() throws Exception {
        Path file = temp.resolve("Changed.yaml");
        String task = Files.readString(InProcess.HOME.resolve("config/tasks/" + TASK + ".yaml"));
        Files.writeString(file, task.replaceFirst("x_m: \\[[^]]*]", "x_m: [0.5, 0.5]"));
        Path recorded = record(file.toString(), "--max-steps", "5", "--video-mode", "none");

        replay(Outcome.OK, recorded);

        String current = replay(Outcome.DATA_LOST, recorded, "--env-config", "current", "--episodes", "0")
                .out();
        assertTrue(current.contains("episode 0: starts elsewhere"), current);
        assertTrue(current.contains("note: task_file.objects."), current);
        assertTrue(current.contains("was 0.5 in the recording"), current);
        replay(Outcome.OK, recorded, "--env-config", file.toString());

        Path other = InProcess.HOME.resolve("config/tasks/RubiksCubeInBowlTask.yaml");
        String refused = replay(Outcome.FAILED, recorded, "--env-config", other.toString())
                .out();
        assertTrue(
                refused.contains("its task is " + TASK + ", that of " + other + " is RubiksCubeInBowlTask"), refused);
        InProcess missing = replay(Outcome.BAD_ARGUMENTS, recorded, "--env-config", "gone.yaml");
        assertTrue(missing.err().contains("there is no task file gone.yaml"), missing.err());
    }

    @Test
    void whatCannotBeReplayedSaysWhy() throws Exception {
        Path recorded = record(TASK, "--max-steps", "5", "--video-mode", "none");
        InProcess mode = replay(Outcome.FAILED, recorded, "--mode", "states");
        assertTrue(mode.out().contains("but not be set to a recorded state; replay with --mode actions"), mode.out());
        InProcess segments = replay(Outcome.BAD_ARGUMENTS, recorded, "--mode", "segments=0");
        assertTrue(segments.err().contains("expected segments=K"), segments.err());
        InProcess none = replay(Outcome.BAD_ARGUMENTS, recorded, "--episodes", "9");
        assertTrue(none.err().contains("holds no episode to replay"), none.err());

        ChildJvm.python("-c", """
                import h5py, sys
                with h5py.File(sys.argv[1], 'r+') as f:
                    del f['data/demo_0'].attrs['seed']
                """, recorded.resolve(TASK).resolve("run_0.hdf5").toString());
        InProcess seedless = replay(Outcome.FAILED, recorded);
        assertTrue(
                seedless.out().contains("episode 0: not replayed: it has no seed, so that its start is not known"),
                seedless.out());
        assertTrue(seedless.out().endsWith("3 of 4 episodes tracked\n"), seedless.out());

        Path config = recorded.resolve(TASK).resolve("env_cfg.json");
        Files.writeString(config, Files.readString(config).replace("roboreel-tabletop", "elsewhere"));
        InProcess unknown = replay(Outcome.FAILED, recorded);
        assertTrue(unknown.out().contains("simulator 'elsewhere'"), unknown.out());
        replay(Outcome.FAILED, recorded, "--env", "tabletop");
        String named = replay(Outcome.OK, recorded, "--env", "tabletop", "--episodes", "1")
                .out();
        assertTrue(
                named.contains("note: simulator is \"elsewhere\" in env_cfg.json, which is replayed, and"
                        + " \"roboreel-tabletop\" in the run file\n"),
                named);
    }
}
