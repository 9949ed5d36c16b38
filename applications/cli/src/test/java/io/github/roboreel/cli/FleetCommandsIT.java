package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code fleet export|plan|run|commit}: what they make, and one sentence with the right exit code for what cannot be.
 */
class FleetCommandsIT {
    private static final Path SOURCE = RecordedTakes.plain();

    @TempDir
    Path folder;

    private Path out;
    private Path plan;

    @BeforeEach
    void namePlaces() {
        out = folder.resolve("datasets");
        plan = folder.resolve("plan.json");
    }

    private InProcess run(String... words) {
        return InProcess.run(Stream.concat(Stream.of("fleet"), Arrays.stream(words))
                .map(word -> word.replace("{source}", SOURCE.toString())
                        .replace("{out}", out.toString())
                        .replace("{plan}", plan.toString())
                        .replace("{}", folder.toString()))
                .toArray(String[]::new));
    }

    private InProcess export(String... options) {
        List<String> words = new ArrayList<>(List.of("export", "rlds", "{source}", "--name=set", "--quiet"));
        words.addAll(List.of(options));
        return run(words.toArray(String[]::new));
    }

    private void plan(String... options) {
        List<String> words = new ArrayList<>(
                List.of("plan", "rlds", "{source}", "--name=set", "--quiet", "--out={out}", "-o", "{plan}"));
        words.addAll(List.of(options));
        assertOk(run(words.toArray(String[]::new)));
    }

    private static InProcess assertOk(InProcess done) {
        assertEquals("", done.err());
        assertEquals(Outcome.OK, done.outcome());
        return done;
    }

    private static void assertSaid(Outcome outcome, String sentence, InProcess done) {
        assertEquals("", done.out());
        assertEquals(1, done.err().lines().count(), done.err());
        assertTrue(done.err().contains(sentence), done.err());
        assertFalse(done.err().contains("Exception"), done.err());
        assertEquals(outcome, done.outcome(), done.err());
    }

    private List<String> files(Path below) throws IOException {
        if (!Files.exists(below)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> below.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "export | no format given; expected rlds or lerobot",
                "export rlds --out={out} --name=set | no folder given; name output folders, or one above them",
                "export rlds {source} --name=set | missing required option: '--out=DIR'",
                "plan rlds {source} --name=set --out={out} | missing required option: '--plan=FILE'",
                "export rlds {}/nowhere --name=set --out={out} | there is no folder {}/nowhere",
                "export rlds {source} --name=set --out={out} --master=mesos | --master mesos needs Apache Spark",
                "export rlds {source} --name=set --out={out} --master=local[2] | --master local[2] needs Apache Spark",
                "export rlds {source} --name=set --out={out} --master=threads[0] | --master threads[0] has no thread",
                "export rlds {source} --name=set --out={out} --split=train | split 'train' is not understood",
                "export rlds {source} --name=set --out={out} --split=a=0.9,b=0.2 | are no split; expected numbers above",
                "export rlds {source} --name=set --out={out} --split=a=0.5,a=0.2 | is not understood at 'a=0.2'",
                "export rlds {source} --name=set --out={out} --shard-bytes=0 | expected a size such as 256MiB; given '0'",
                "export rlds {source} --name=set --out={out} --shard-bytes=99999999999GiB | expected a size such as",
                "export rlds {source} --name=set --out={out} --shard-bytes=1PiB | expected a size such as",
                "export rlds {source} --name=set --out={out} --shuffle=x | invalid value for option '--shuffle'",
                "export rlds {source} --name=Set --out={out} | name 'Set' is not one of an RLDS dataset",
                "export rlds {source} --name=set --out={out} --env-name=Nothing | no env is called 'Nothing'; known are ",
                "export rlds {source} --name=set --out={out} --filter=polcy=a | an attribute 'polcy'; did you mean policy",
                "export rlds gs://lab/takes --name=set --out={out} | store of kind 'gs', for which nothing is installed",
                "export rlds {source} --name=set --out=gs://lab | store of kind 'gs', for which nothing is installed",
                "plan rlds {source} --name=set --out={out} -o {}/no/plan | there is no folder {}/no; make it first",
                "run {}/nothing | there is no file",
                "commit {}/nothing | there is no file",
                "run {source} | cannot be read",
            })
    void whatCannotBeIsSaidInOneSentence(String line, String sentence) throws IOException {
        InProcess done = run(line.split(" "));
        boolean isRefused = sentence.startsWith("cannot be read");
        boolean isName = sentence.startsWith("name '");
        assertSaid(
                isRefused || isName ? Outcome.FAILED : Outcome.BAD_ARGUMENTS,
                sentence.replace("{}", folder.toString()),
                done);
        assertEquals(List.of(), files(folder));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "garbage | is no JSON; give the file that the plan was written into",
                "'' | is no plan of an export of this version",
                "{} | is no plan of an export of this version",
                "[1] | is no plan of an export of this version",
                "{\"version\":2,\"shards\":7} | is no whole plan of an export",
                "{\"version\":1,\"shards\":[]} | is no plan of an export of this version",
            })
    void whatIsNoPlanIsRefused(String text, String sentence) throws IOException {
        Files.writeString(plan, text);
        assertSaid(Outcome.BAD_ARGUMENTS, sentence, run("run", "{plan}"));
        assertSaid(Outcome.BAD_ARGUMENTS, sentence, run("commit", "{plan}"));
    }

    @Test
    void aPlanThatWasCutIsRefused() throws IOException {
        plan();
        assertRefusedWhenCutEvery((int) Files.size(plan) / 12);
    }

    @Test
    @Tag("slow")
    void aPlanThatWasCutAnywhereIsRefused() throws IOException {
        plan();
        assertRefusedWhenCutEvery(97);
    }

    private void assertRefusedWhenCutEvery(int step) throws IOException {
        byte[] whole = Files.readAllBytes(plan);
        for (int bytes = 0; bytes < whole.length; bytes += step) {
            Files.write(plan, Arrays.copyOf(whole, bytes));
            assertSaid(Outcome.BAD_ARGUMENTS, "plan", run("run", "{plan}", "--quiet"));
        }
    }

    @Test
    void ranksMakeWhatOneCommandMakes() throws IOException {
        plan("--shard-bytes=20KiB");
        InProcess again = run("plan", "rlds", "{source}", "--name=set", "--out={out}", "-o", "{plan}", "--quiet");
        assertSaid(Outcome.BAD_ARGUMENTS, "exists and is never overwritten", again);
        assertSaid(Outcome.FAILED, "of 8 shards of", run("commit", "{plan}"));
        assertSaid(
                Outcome.BAD_ARGUMENTS,
                "--rank 2 is none of 2 processes",
                run("run", "{plan}", "--rank=2", "--world=2"));
        assertSaid(Outcome.BAD_ARGUMENTS, "--rank -1 is none of", run("run", "{plan}", "--rank=-1"));
        assertSaid(Outcome.BAD_ARGUMENTS, "invalid value for option '--world'", run("run", "{plan}", "--world=0"));
        assertOk(run("run", "{plan}", "--rank=1", "--world=2", "--quiet"));
        assertSaid(Outcome.FAILED, "4 of 8 shards of", run("commit", "{plan}"));
        assertSaid(Outcome.FAILED, "are not made yet, shard 0 first; run them, then commit", run("commit", "{plan}"));
        assertOk(run("run", "{plan}", "--rank=0", "--world=2", "--quiet"));
        JsonNode made = new ObjectMapper()
                .readTree(assertOk(run("commit", "{plan}", "--json")).out());
        assertEquals(RecordedTakes.EPISODES, made.get("episodes").asInt());
        assertEquals(8, made.get("shards").asInt());
        assertSaid(Outcome.FAILED, "is there already", run("run", "{plan}"));
        assertSaid(Outcome.FAILED, "is there already", run("commit", "{plan}"));
        Path other = folder.resolve("other");
        InProcess whole = assertOk(export("--out=" + other, "--shard-bytes=20KiB"));
        assertTrue(whole.out().startsWith("8 episodes, "), whole.out());
        assertTrue(whole.out().endsWith("\n" + other.resolve("set/1.0.0") + "\n"), whole.out());
        assertEquals(files(other), files(out));
        for (String file : files(other)) {
            assertEquals(-1, Files.mismatch(other.resolve(file), out.resolve(file)), file);
        }
    }

    @Test
    void aDatasetThatIsThereIsLeftAsItIs() throws IOException {
        assertOk(export("--out={out}"));
        List<String> before = files(out);
        assertSaid(Outcome.FAILED, "exists already and is left as it is", export("--out={out}"));
        assertEquals(before, files(out));
    }

    @Test
    void damageIsNamedAndTheRestIsThere() throws IOException {
        Path take = Files.createDirectory(folder.resolve("lab")).resolve("take");
        HostileFolders.copy(SOURCE, take);
        Path run = RecordedTakes.file(take, 1);
        Files.write(run, Arrays.copyOf(Files.readAllBytes(run), 3000));
        InProcess done = run("export", "rlds", "{}/lab", "--name=set", "--out={out}", "--quiet");
        assertEquals(Outcome.DATA_LOST, done.outcome(), done.err());
        assertTrue(done.err().contains(run.toString()), done.err());
        assertTrue(done.out().startsWith("4 episodes, "), done.out());
        run = RecordedTakes.file(take, 0);
        Files.write(run, Arrays.copyOf(Files.readAllBytes(run), 3000));
        done = run("export", "rlds", "{}/lab", "--name=none", "--out={out}", "--quiet");
        assertEquals(Outcome.FAILED, done.outcome(), done.err());
        assertFalse(Files.exists(out.resolve("none/1.0.0")));
    }

    /** Folders named twice are one; a copy is another one. */
    @Test
    void copiesAreRefusedUnlessOneOfThemCounts() throws IOException {
        Path copy = folder.resolve("copy");
        HostileFolders.copy(SOURCE, copy);
        assertSaid(Outcome.FAILED, "is the same episode as", export(copy.toString(), "--out={out}"));
        InProcess done = assertOk(export(copy.toString(), SOURCE.toString(), "--out={out}", "--dedup"));
        assertTrue(done.out().contains("left out: 8 episodes equal to an earlier one"), done.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}/file", "/proc/nothing"})
    void aFolderThatCannotBeWrittenIsNamed(String place) throws IOException {
        Files.createFile(folder.resolve("file"));
        InProcess done = export("--out=" + place);
        assertSaid(Outcome.FAILED, "cannot be written", done);
        assertTrue(done.err().contains(place.replace("{}", folder.toString())), done.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rlds --name=set", "lerobot --repo-id=lab/set"})
    void aFullDiskIsNamedAndTheSameCommandGoesOn(String format) throws IOException {
        try (SmallDisk disk = SmallDisk.mount(Files.createDirectory(folder.resolve("disk")), 96)) {
            String line = "export " + format + " {source} --quiet --out=" + disk.root() + "/datasets";
            assertSaid(Outcome.FAILED, "No space left on device", run(line.split(" ")));
            disk.resize(8192);
            assertOk(run(line.split(" ")));
            List<String> hidden = files(disk.root()).stream()
                    .filter(file -> file.startsWith(".") || file.contains("/."))
                    .toList();
            assertEquals(List.of(), hidden);
        }
    }

    @Test
    void aDiskThatCannotBeWrittenIsNamed() throws IOException {
        try (SmallDisk disk = SmallDisk.mount(Files.createDirectory(folder.resolve("disk")), 96)) {
            disk.makeReadOnly();
            InProcess done = export("--out=" + disk.root());
            assertSaid(Outcome.FAILED, "cannot be written (Read-only file system)", done);
            assertTrue(done.err().contains(disk.root().toString()), done.err());
        }
    }
}
