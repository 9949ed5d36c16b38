package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "record --num_envs 0            | --num_envs    | whole number of 1 or more; given '0'",
                "record --num-envs -3           | --num-envs    | whole number of 1 or more; given '-3'",
                "record --num_runs 0            | --num_runs    | whole number of 1 or more; given '0'",
                "record --num-runs many         | --num-runs    | given 'many'",
                "record --max-steps -1          | --max-steps   | whole number of 1 or more; given '-1'",
                "record --workers 0             | --workers     | whole number of 1 or more",
                "record --camera-size 4000x3000 | camera size   | 1280x720",
                "record --seed -1               | --seed        | 0 or more; given -1",
                "record --seed x                | --seed        | 'x'",
                "record --camera-size 640       | camera size | is '640'",
                "record --camera-size 0x360     | camera size | is 0x360",
                "record --camera-size 640x      | camera size | is '640x'",
                "record --flush-interval-steps 0 | --flush-interval-steps | whole number of 1 or more",
                "record --flush-interval-seconds -1 | flush_interval_seconds | a number from 0",
                "record --task Juggle           | task 'Juggle' | BananaInBowlTask",
                "record --policy ghost          | policy 'ghost' | scripted, hold",
                "record --instruction-type rude | instruction type 'rude' | default, vague",
                "record --output-folder-name a/b | 'a/b'        | --output-dir",
                "record --reset-options [1]     | reset options | expected a JSON object",
                "record --reset-options {}      | tabletop      | takes no reset options",
                "record --num-envz 4            | '--num-envz'  | did you mean --num-envs",
                "record --bogus                 | '--bogus'     | record --help",
                "record 4                       | '4'           | record --help",
                "record --num-envs              | --num-envs    | record --help",
                "record --config nowhere.yaml   | nowhere.yaml  | cannot be read",
                "recrod                         | 'recrod'      | did you mean record? (roboreel --help",
                "juggle                         | 'juggle'      | known are record, replay, report, serve, check",
                "help recrod                    | 'recrod'      | did you mean record?",
                "help export rdls               | 'rdls'        | did you mean rlds?",
                "help record x                  | 'x'           | is unknown",
                "record --task BananaInBow      | 'BananaInBow' | did you mean BananaInBowlTask or BananaInBowlCrowdedTask?",
                "record --policy scripte        | 'scripte'     | did you mean scripted?",
                "record --video-mode foo        | video.mode is foo | configuration: ",
                "report src --by colour         | --by 'colour' | scene, attribute:NAME",
                "report src --by policy --by-scene | several --by | give one",
                "report src --filter terrain    | --filter 'terrain' | terrain=rough",
                "report src --success maybe     | success is maybe | true, false or none",
                "report src --success true --success-only | exclude each other | one of them",
                "report src --success-only --failures-only | exclude each other | one of them",
                "report src --min-steps few     | --min-steps   | 'few'",
                "report src --min-steps -1      | -1 to         | expected 0 or more",
                "report src --min-steps 9 --max-steps 3 | 9 to 3 steps | the smaller number first",
                "report src --metric ee_sparc   | metric is ee_sparc | NAME:MIN:MAX",
                "report src --metric ee_sparc:a: | metric is ee_sparc:a: | 'a' is no number",
                "report src --metric ee_sparc:1:NaN | ee_sparc:1:NaN | the lower bound first",
                "report src --metric ee_sparc:2:1 | ee_sparc:2:1 | the lower bound first",
                "inspect                        | output folder | inspect --help",
                "export lerobot src --outt d --repo-id a/b | '--outt' | did you mean --out?",
                "import minari src --outputdir d | '--outputdir' | did you mean --output-dir?",
                "import lerobot lerobot/pusht --output-dir d | lerobot/pusht | 'hf download' or 'gsutil cp'",
                "export                         | no format     | minari or rlds or lerobot",
                "import                         | no format     | minari or rlds or lerobot or droid",
                "export csv                     | 'csv'         | roboreel export --help",
                "export minari --root d --id a-v0 | no folder   | right after 'minari'",
                "export minari src --root d --id a-v0 --metadata x | --metadata 'x' | KEY=VALUE",
                "export minari src --root d --id a-v0 --env-spec none.json | --env-spec | cannot be read",
                "export minari src --root d     | --id          | export minari --help",
                "export minari src --root d --id a-v0 --data-format csv | --data-format 'csv' | hdf5, arrow",
                "export minari src --root d --id a-v0 --observations x | --observations 'x' | states, obs",
                "export minari src --root d --id a-v0 --reward x | --reward 'x' | recorded, success, score-delta",
                "export minari src --root d --id a-v0 --min-steps 0 | --min-steps | whole number of 1 or more",
                "export minari src --root d --id a-v0 --episodes 3-1 | '3-1'    | write 1-3",
                "export minari src --root d --id a-v0 --sucess-only | '--sucess-only' | mean --success-only",
                "export minari src --root d --id a-v0 --legacy --data-format arrow | 0.4 | choose the HDF5 format",
                "export rlds src --out d --name Big  | 'Big'    | robolab_banana",
                "export rlds src --out d --name a --version 1  | version '1' | 1.0.0",
                "export rlds src --out d --name a --image-format gif | --image-format 'gif' | png, jpeg",
                "export lerobot src --out d --repo-id name | 'name' | user/name",
                "export lerobot src --out d --repo-id a/b --images gif | --images 'gif' | video, png, none",
                "export robomimic src --out f --valid-fraction 1 | 1.0   | below 1",
                "export robomimic src --out f --valid-fraction few | --valid-fraction | 'few'",
                "export robomimic nowhere --out f | nowhere     | there is no folder",
                "import minari --output-dir d   | PATH          | import minari --help",
                "import robomimic f             | --output-dir  | import robomimic --help",
                "import robomimic nowhere.hdf5 --output-dir d | nowhere.hdf5 | there is no",
                "inspect nowhere.hdf5           | nowhere.hdf5  | give a run file or an output folder",
            })
    void isOneSentenceAndExitCodeTwo(String line, String names, String expects) {
        requireSentence(InProcess.run(line.split(" +")), names, expects);
    }

    @Test
    void noCommandNamesTheCommands() {
        requireSentence(InProcess.run(), "no command", "record or replay or report or serve or check");
    }

    @Test
    void unknownKeyInTheConfigurationNamesKeyAndFile() throws IOException {
        Path config = folder.resolve("my.yaml");
        Files.writeString(config, "recorder:\n  ring_sice: 8\nhdf5:\n  compression: best\n");

        InProcess run = InProcess.run("record", "--config", config.toString());

        requireSentence(run, config.toString(), "'recorder.ring_sice' is unknown; did you mean recorder.ring_size?");
        assertTrue(run.err().contains("hdf5.compression is best"), run.err());
    }

    @Test
    void anOptionsFaultIsNotBlamedOnTheConfigurationFile() throws IOException {
        Path config = Files.writeString(folder.resolve("my.yaml"), "video: {mode: all}\n");

        InProcess run = InProcess.run("record", "--video-mode", "foo", "--config", config.toString());

        requireSentence(run, "configuration: video.mode is foo", "one of all");
        assertFalse(run.err().contains("my.yaml"), run.err());
    }

    @Test
    void folderBelowAFileCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        requireSentence(InProcess.run("record", "--output-dir", file.toString()), file.toString(), "cannot be written");
    }

    @Test
    void aFileThatIsNoRunFails() throws IOException {
        Path file = Files.writeString(folder.resolve("run_0.hdf5"), "not HDF5 at all");

        InProcess run = InProcess.run("inspect", file.toString());

        assertEquals(Outcome.FAILED, run.outcome());
        assertEquals("", run.out());
        assertTrue(run.err().contains(file.toString()), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
    }

    private static void requireSentence(InProcess run, String names, String expects) {
        assertEquals(Outcome.BAD_ARGUMENTS, run.outcome(), run.err());
        assertEquals("", run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().startsWith("roboreel: "), run.err());
        assertTrue(run.err().contains(names), run.err());
        assertTrue(run.err().contains(expects), run.err());
    }
}
