package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.robomimic.RobomimicExporter;
import io.github.roboreel.dataset.robomimic.RobomimicFormat;
import io.github.roboreel.dataset.robomimic.RobomimicOptions;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.folder.FileFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What HDF5 files of robosuite, LIBERO, RoboCasa, Isaac Lab and others say of their episodes, wherever they say it. */
class StatedFactsIT {
    private static final Imports IMPORTS = new Imports(new RobomimicFormat());

    private static final String FILE = """
            import sys, json, h5py, numpy as np
            f = h5py.File(sys.argv[1], 'w')
            data = f.create_group('data')
            def demo(number, steps, *arrays):
                d = data.create_group(f'demo_{number}')
                for name in arrays or ('actions', 'obs/q'):
                    d[name] = np.arange(steps * 2.).reshape(steps, 2)
                return d
            """;

    @TempDir
    private Path folder;

    private Path file(String script) throws Exception {
        Path file = folder.resolve("lift cups.hdf5");
        Python.run(FILE + script, file);
        return file;
    }

    private ImportSummary imported(String script) throws Exception {
        return IMPORTS.run(file(script), folder.resolve("out"));
    }

    private List<EpisodeFacts> facts() throws Exception {
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            List<EpisodeFacts> facts = new ArrayList<>();
            for (Episode episode : recorded.episodes()) {
                facts.add(episode.facts());
            }
            return facts;
        }
    }

    private static List<Long> steps(Recordings recordings) throws Exception {
        List<Long> steps = new ArrayList<>();
        for (Episode episode : recordings.episodes()) {
            steps.add(episode.steps());
        }
        return steps;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            data.attrs['problem_info'] = json.dumps({'domain_name': 'x', 'language_instruction': 'stack the cups'})
            data.attrs['problem_info'] = json.dumps({'language_instruction': ['stack the cups']})
            data.attrs['env_args'] = json.dumps({'env_name': 'Lift', 'env_kwargs': {'env_lang': 'stack the cups'}})
            d.attrs['ep_meta'] = json.dumps({'layout_id': 3, 'lang': 'stack the cups', 'pad': 'x' * 70000})
            d.attrs['instruction'], d.attrs['task_description'] = ' ', 'stack the cups'
            d.attrs['language_instruction'] = np.array(['stack the cups'], h5py.string_dtype())
            d.attrs['language_instruction'] = np.array([b'', b'stack the cups'])
            d.attrs['task'], d.attrs['lang'] = 7, 'stack the cups'
            f.attrs['task_description'] = 'stack the cups'
            d['language_instruction'] = 'stack the cups'
            d['obs/lang'] = np.array([b'stack the cups'] * 4)
            d['language_instruction'] = np.array(['', 'stack the cups'], h5py.string_dtype())
            d.attrs['language_instructions'] = np.array(['stack the cups', 'build a tower'], h5py.string_dtype())
            d.attrs['language_instruction'], d.attrs['language_instruction_2'] = '', 'stack the cups'
            d.attrs['language_instruction'] = json.dumps([['', 'stack the cups']])
            d.attrs['ep_meta'] = json.dumps({'lang': 'stack the cups', 'score': float('nan')})
            data.attrs['tasks'] = json.dumps([{'id': 3}, {'language_instruction': 'stack the cups'}])
            data.attrs['env_info'] = json.dumps({'meta': json.dumps({'language_instruction': 'stack the cups'})})
            """)
    void anInstructionIsFoundWhereverItStands(String statement) throws Exception {
        ImportSummary summary = imported("d = demo(0, 4)\n" + statement);
        assertEquals("stack the cups", facts().get(0).instruction());
        assertFalse(
                summary.notes().toString().contains("instruction"),
                summary.notes().toString());
    }

    /** What other characters than UTF-8 has become takes three bytes each. */
    @Test
    void textsThatAreNoUtf8AreNotedByNameAndNotCut() throws Exception {
        ImportSummary summary = imported("""
                d = demo(0, 4)
                d.attrs['language_instruction'] = np.bytes_('Tasse für mich'.encode('latin1'))
                d['obs/word'] = np.array([b'\\xfc\\xfca'] * 4, 'S3')
                data.attrs['author'] = np.bytes_(b'Zo\\xeb')
                d['obs/right'] = np.array(['für'.encode()] * 4)
                """);
        assertEquals("Tasse f\uFFFDr mich", facts().get(0).instruction());
        String notes = String.join("\n", summary.notes());
        for (String what : List.of("attribute 'language_instruction'", "'obs/word'", "attribute 'author'")) {
            assertTrue(notes.contains(what + " has bytes that are no UTF-8"), notes);
        }
        assertFalse(notes.contains("'obs/right'"), notes);
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            assertEquals(
                    "\uFFFD\uFFFDa",
                    recorded.episodes().get(0).step(3).get("obs/word").text());
        }
    }

    /** That of the file may be the same for all demos. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            d.attrs['lang'] = 'stack the cups'
            d['language_instruction'] = 'stack the cups'
            d['obs/lang'] = np.array([b'stack the cups'] * 4)
            """)
    void theInstructionOfTheDemoComesBeforeThatOfTheFile(String statement) throws Exception {
        imported("d = demo(0, 4)\ndata.attrs['task_description'] = 'a kitchen with cups'\n" + statement);
        assertEquals("stack the cups", facts().get(0).instruction());
    }

    @Test
    void theCodeOfALanguageIsNoInstructionAndTheNameThatStandsForOneIsNoted() throws Exception {
        ImportSummary summary = imported("d = demo(0, 4)\nd.attrs['language'] = 'en'");
        assertEquals("lift cups", facts().get(0).instruction());
        assertTrue(
                summary.notes().toString().contains("no instruction was found"),
                summary.notes().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            0.05 | data.attrs['env_args'] = json.dumps({'env_name': 'A', 'sim_args': {'dt': 0.01, 'decimation': 5}})
            0.02 | data.attrs['env_args'] = json.dumps({'env_kwargs': {'control_freq': 50, 'camera': {'fps': 30}}})
            0.05 | data.attrs['env_info'] = json.dumps({'control_freq': 20, 'env_name': 'Lift'})
            0.1  | data.attrs['fps'] = 10
            0.04 | d.attrs['dt'], data.attrs['fps'] = 0.04, 10
            0.02 | data.attrs['env_args'] = json.dumps({'env_cfg': {'sim': {'dt': 0.005}, 'decimation': 4}})
            0.05 | f.attrs['control_hz'] = 20.0
            0.05 | data.attrs['env_args'] = json.dumps({'env_kwargs': {'horizon': float('inf'), 'control_freq': 20}})
            """)
    void thePeriodIsThatOfTheControlWhereverItStands(double dtSeconds, String statement) throws Exception {
        ImportSummary summary = imported("d = demo(0, 4)\n" + statement);
        assertEquals(dtSeconds, facts().get(0).dtSeconds(), 1e-12);
        assertFalse(
                summary.notes().toString().contains("time between"),
                summary.notes().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            data.attrs['env'], data.attrs['env_info'] = 'Lift', json.dumps({'env_name': 'Lift', 'robots': 'Panda'})
            data.attrs['env_info'] = json.dumps({'env_name': 'Lift', 'robots': 'Panda'})
            data.attrs['env_name'] = 'Lift'
            data.attrs['env_args'] = json.dumps({'env_name': 'Lift', 'type': 1})
            """)
    void theEnvironmentIsThatOfTheFileWhereverItStands(String statement) throws Exception {
        imported("demo(0, 4)\n" + statement);
        assertEquals("Lift", facts().get(0).envName());
    }

    @Test
    void aPeriodThatIsGivenIsForFilesThatSayNone() throws Exception {
        Path silent = file("demo(0, 4)");
        Importer importer = new RobomimicFormat().importer().orElseThrow();
        ImportSummary summary =
                importer.run(silent, folder.resolve("out"), OptionalDouble.of(0.05), ExportProgress.NONE);
        assertEquals(0.05, facts().get(0).dtSeconds(), 1e-12);
        assertFalse(summary.notes().toString().contains("1/15"), summary.notes().toString());
        Path saying = folder.resolve("saying.hdf5");
        Python.run(FILE + "demo(0, 4).attrs['dt'] = 0.1", saying);
        ExportRefusedException refused = assertThrows(
                ExportRefusedException.class,
                () -> importer.run(saying, folder.resolve("other"), OptionalDouble.of(0.05), ExportProgress.NONE));
        assertTrue(refused.getMessage().contains("0.1 s are between two steps"), refused.getMessage());
    }

    @Test
    void severalPeriodsInOnePlaceAreNoted() throws Exception {
        ImportSummary summary = imported("d = demo(0, 4)\nd.attrs['control_freq'], d.attrs['dt'] = 20, 0.1");
        assertTrue(
                summary.notes().toString().contains("0.05 is taken, not 0.1"),
                summary.notes().toString());
    }

    @Test
    void thePeriodOfAnotherPlaceIsNoted() throws Exception {
        ImportSummary summary = imported("demo(0, 4).attrs['dt'] = 0.1\ndata.attrs['control_freq'] = 20");
        assertEquals(0.1, facts().get(0).dtSeconds(), 1e-12);
        assertTrue(
                summary.notes().toString().contains("0.1 is taken, not 0.05"),
                summary.notes().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            true  | 'True'
            false | ' false'
            true  | 1.0
            false | np.float32(0)
            true  | '1'
            false | np.array([False])
            """)
    void aVerdictIsReadInAllItsForms(boolean success, String value) throws Exception {
        imported("demo(0, 3).attrs['success'] = " + value);
        assertEquals(success, facts().get(0).success().orElseThrow());
    }

    @Test
    void whatIsNoVerdictIsNoted() throws Exception {
        ImportSummary summary = imported("demo(0, 3).attrs['success'] = 'maybe'");
        assertTrue(facts().get(0).success().isEmpty());
        assertTrue(
                summary.notes().toString().contains("'success' is not taken"),
                summary.notes().toString());
    }

    @Test
    void demosWithoutStepsAreLeftOutAndHideNoOthers() throws Exception {
        Path dataset = file("""
                demo(0, 1, 'initial_state/root_pose').attrs['num_samples'] = 0
                demo(1, 0, 'initial_state/root_pose', 'actions')
                demo(2, 5)
                demo(3, 4, 'obs/q').attrs['num_samples'] = 4
                """);
        try (Recordings there = Recordings.open(dataset)) {
            assertEquals(List.of(0L, 5L), steps(there));
            String problems =
                    there.problems().stream().map(FileFault::text).toList().toString();
            assertTrue(problems.contains("'data/demo_0' is left out: it has no steps"), problems);
            assertTrue(problems.contains("data/demo_3 has no actions"), problems);
        }
        String refusal = IMPORTS.refusal(dataset, folder.resolve("out"));
        assertTrue(refusal.contains("data/demo_3 has no actions"), refusal);
    }

    @Test
    void theFirstResetOfIsaacLabIsLeftOutOfAnImport() throws Exception {
        ImportSummary summary = imported("""
                demo(0, 1, 'initial_state/root_pose').attrs['num_samples'] = 0
                demo(1, 5)
                demo(2, 4)
                """);
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            assertEquals(List.of(5L, 4L), steps(recorded));
        }
        assertTrue(
                summary.notes().toString().contains("'data/demo_0' is left out: it has no steps"),
                summary.notes().toString());
    }

    @Test
    void namesTextsAndEmptyArraysAreTakenAsOfOtherFormats() throws Exception {
        ImportSummary summary = imported("""
                d = demo(0, 3, 'actions', 'obs/joint pos (rad)', 'next_obs/joint pos (rad)')
                d['obs/gr\u00f6\u00dfe'] = d['obs/policy.joint-pos:0'] = np.ones((3, 2))
                d['obs/none'] = np.zeros((3, 0))
                d['obs/word'] = np.array(['grasp', '\u00e9t\u00e9', ''], h5py.string_dtype())
                """);
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            Episode episode = recorded.episodes().get(0);
            assertEquals("grasp", episode.step(0).get("obs/word").text());
            assertTrue(
                    episode.arrays().containsKey("final_obs/joint_pos__rad_"),
                    episode.arrays().toString());
        }
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("'obs/joint pos (rad)' is called 'obs/joint_pos__rad_'"), notes);
        assertTrue(notes.contains("'obs/gr\u00f6\u00dfe' is called 'obs/gr__e'"), notes);
        assertTrue(notes.contains("'obs/policy.joint-pos:0' is called 'obs/policy.joint-pos_0'"), notes);
        assertTrue(notes.contains("'obs/none' is left out: one of its axes has size 0"), notes);
    }

    @Test
    void seedsBeyondInt64AreKeptAsText() throws Exception {
        imported("demo(0, 3).attrs['seed'] = np.uint64(2 ** 63 + 5)\ndemo(1, 3).attrs['seed'] = np.array([7])");
        assertEquals("9223372036854775813", facts().get(0).attributes().get("seed"));
        assertEquals(7, facts().get(1).seed().orElseThrow());
    }

    @Test
    void seedsMayBeTexts() throws Exception {
        ImportSummary summary = imported(
                "for i, seed in enumerate((str(2 ** 62 + 42), 43.0, 'None', -5)):\n    demo(i, 3).attrs['seed'] = seed");
        assertEquals((1L << 62) + 42, facts().get(0).seed().orElseThrow());
        assertEquals(43, facts().get(1).seed().orElseThrow());
        assertEquals("None", facts().get(2).attributes().get("seed"));
        assertEquals(-5L, facts().get(3).attributes().get("seed"));
        assertTrue(
                summary.notes().toString().contains("seeds that are no whole number from 0"),
                summary.notes().toString());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            dones,  001, TERMINATED
            dones,  000, TRUNCATED
            other,  001, TRUNCATED
            """)
    void anEpisodeWithoutAVerdictIsWhole(String array, String flags, EpisodeFacts.Ending ending) throws Exception {
        imported("demo(0, 3)['%s'] = np.array([int(f) for f in '%s'])".formatted(array, flags));
        assertEquals(ending, facts().get(0).ending());
        assertTrue(facts().get(0).success().isEmpty());
    }

    @Test
    void recordedFlagsDecideTheEndingWhateverTheVerdict() throws Exception {
        imported(
                "d = demo(0, 3)\nd['dones'] = np.zeros(3)\nd.attrs['success'] = True\ndemo(1, 3).attrs['success'] = True");
        assertEquals(EpisodeFacts.Ending.TRUNCATED, facts().get(0).ending());
        assertTrue(facts().get(0).success().orElseThrow());
        assertEquals(EpisodeFacts.Ending.TERMINATED, facts().get(1).ending());
    }

    @Test
    void nextObservationsThatAreOthersInOneDemoAreKeptInAll() throws Exception {
        imported("""
                data.attrs['env'] = 'Lift'
                for i, steps in enumerate((1, 4, 4)):
                    d = demo(i, steps)
                    d['next_obs/q'] = np.roll(d['obs/q'][:], -1, 0) + (5 if i == 2 else 0)
                """);
        Path again = folder.resolve("again.hdf5");
        exported(again, 3);
        assertEquals("[1, 4, 4] 2.0 7.0", Python.run("""
                import sys, h5py
                demos = [h5py.File(f'{sys.argv[1]}/run_{i}.hdf5', 'r')['data/demo_0'] for i in range(3)]
                print([len(d['next_obs/q']) for d in demos], demos[1]['next_obs/q'][0, 0], demos[2]['next_obs/q'][0, 0])
                """, folder.resolve("out/Lift")));
    }

    @Test
    void textsAndLongAttributesHaveOneFormInAllDemos() throws Exception {
        imported("""
                data.attrs['env'] = 'Lift'
                for i, long in enumerate((3000, 4000, 0)):
                    d = demo(i, 3)
                    d['obs/word'], d['next_obs/word'] = ['a' * (i + 1), 'b', 'c'], ['b', 'c', 'd']
                    if long:
                        d.attrs['model_file'] = '<' + 'x' * long
                    d.attrs['ep_meta'] = 'm' * (10 + 2000 * i)
                """);
        Path again = folder.resolve("again.hdf5");
        exported(again, 3);
        assertEquals("[3001, 4001, None] [10, 2010, 4010] a bb ccc", Python.run("""
                import sys, h5py
                data = h5py.File(sys.argv[1], 'r')['data']
                demos = [data[f'demo_{i}'] for i in range(3)]
                print([len(d.attrs['model_file']) if 'model_file' in d.attrs else None for d in demos],
                      [len(d.attrs['ep_meta']) for d in demos],
                      *(d['obs/word'][0].rstrip(b'\\0').decode().replace('a', 'abc'[i]) for i, d in enumerate(demos)))
                """, again));
    }

    @Test
    void whatIsLeftOutIsNamed() throws Exception {
        ImportSummary summary = imported("""
                d = demo(0, 3)
                d['obs/gone'] = h5py.SoftLink('/nowhere')
                d['goal'] = ['red', 'blue']
                d.attrs['instruction'] = 'sort the cubes'
                data.attrs['stats'], f.attrs['author'], data.attrs['scale'] = [1., 2.], 'bo', np.nan
                f.attrs['format_version'] = 'one'
                d['obs'].attrs['camera'], d['obs/q'].attrs['order'], f['language'] = 'front', 'xyzw', 'sort them'
                """);
        String notes = String.join("\n", summary.notes());
        for (String part : List.of(
                "'obs/gone' is left out where it is a link that leads nowhere",
                "'goal' is left out where it has not one row a step",
                "attribute 'stats' is left out",
                "attribute 'author' of the file is left out",
                "attribute 'camera' of 'obs' is left out",
                "attribute 'format_version' of the file is left out",
                "attribute 'order' of 'obs/q' is left out",
                "'language' is left out: demos are below 'data'",
                "attribute 'data@scale' of the file is left out")) {
            assertTrue(notes.contains(part), part + " in " + notes);
        }
    }

    private void exported(Path file, int runs) throws Exception {
        new RobomimicExporter(new RobomimicOptions(file, 0, 0, RewardPolicy.RECORDED))
                .export(new ImportedRuns(folder.resolve("out"), "Lift", runs), ExportProgress.NONE);
    }

    @Test
    void whatAFileSaysForPlaybackComesBackWithAnExport() throws Exception {
        imported("""
                data.attrs.update({'env': 'Lift', 'date': '5-19', 'env_info': json.dumps({'control_freq': 20}),
                    'env_args': json.dumps({'env_name': 'Lift', 'type': 1, 'env_kwargs': {'robots': 'Panda'}}),
                    'bddl_file_content': '(define ' + 'x' * 6000 + ')', 'tag': 'v1'})
                for i in range(2):
                    demo(i, 3).attrs['model_file'] = '<mujoco>' + str(i) * 90000
                """);
        Path again = folder.resolve("again.hdf5");
        exported(again, 2);
        assertEquals("Lift 5-19 20 {'robots': 'Panda'} 6009 v1 True True 6", Python.run("""
                import sys, json, h5py
                data = h5py.File(sys.argv[1], 'r')['data']
                a = data.attrs
                print(a['env'], a['date'], json.loads(a['env_info'])['control_freq'], json.loads(a['env_args'])['env_kwargs'],
                      len(a['bddl_file_content']), a['tag'],
                      *(data[f'demo_{i}'].attrs['model_file'] == '<mujoco>' + str(i) * 90000 for i in range(2)), a['total'])
                """, again));
        Path second = folder.resolve("second");
        IMPORTS.run(again, second);
        assertEquals(
                "True", Python.run("""
                import sys, json
                print(*{'Panda' in open(p).read() for p in sys.argv[1:]})
                """, second.resolve("Lift/env_cfg.json"), folder.resolve("out/Lift/env_cfg.json")));
    }
}
