package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.DatasetSurvey.Collector;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at real episodes in parts, and joins what was found. */
class DatasetSurveyIT {
    private static final int EPISODES = RecordedRuns.RUNS * RecordedRuns.ENVS;

    @TempDir
    static Path recorded;

    private static RecordedRuns runs;

    @TempDir
    Path folder;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(recorded, true);
    }

    /** Collectors of so many episodes each, through JSON as from other processes. */
    private static List<Collector> parts(EpisodeSource source, int length) throws IOException {
        List<Collector> parts = new ArrayList<>();
        int[] seen = {0};
        source.look((facts, episode) -> {
            if (seen[0]++ % length == 0) {
                parts.add(new Collector());
            }
            parts.get(parts.size() - 1).add(facts, episode);
        });
        return parts.stream().map(DatasetSurveyIT::transported).toList();
    }

    private static Collector transported(Collector collector) {
        ObjectMapper mapper = new ObjectMapper();
        try {
            return Collector.of(mapper.readTree(mapper.writeValueAsString(collector.json())));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static Collector joined(List<Collector> parts) {
        Collector all = new Collector();
        parts.forEach(all::add);
        return all;
    }

    @Test
    void partsJoinToWhatOneLookFinds() throws IOException {
        JsonNode whole = parts(runs, EPISODES).get(0).json();
        for (int length = 1; length < EPISODES; length++) {
            assertEquals(whole, joined(parts(runs, length)).json(), length + " episodes a part");
        }

        DatasetSurvey expected = DatasetSurvey.of(runs);
        DatasetSurvey found = joined(parts(runs, 3)).found(List.of("changed"));

        assertEquals(EPISODES, found.episodes());
        assertEquals(expected.steps(), found.steps());
        assertEquals(
                List.copyOf(expected.fields().values()),
                List.copyOf(found.fields().values()));
        assertTrue(found.fields().get(RecordedRuns.CAMERA).isImage());
        assertTrue(found.hasFinalObservations());
        assertEquals(List.of(RecordedRuns.ENV_NAME), found.envNames());
        assertEquals(List.of("changed"), found.changes());
        assertEquals(expected.rows().keySet(), found.rows().keySet());
        expected.rows().forEach((path, tally) -> {
            assertEquals(tally.mostBytes(), found.rows().get(path).mostBytes(), path);
            assertEquals(tally.isOneEachStep(), found.rows().get(path).isOneEachStep(), path);
        });
        String pose = "initial_state/rigid_object/banana/root_pose";
        assertFalse(found.rows().get(pose).isOneEachStep());
        String uneven = assertThrows(
                        ExportRefusedException.class,
                        () -> found.rows().get(pose).requireOneEachStep(pose, ""))
                .getMessage();
        assertEquals(runs.file(0) + ", data/demo_0 has 1 rows in '" + pose + "' for 20 steps", uneven);
        assertEquals(Optional.empty(), found.rows().get(pose).firstWithout());
    }

    @Test
    void notes_ofAnObservationThatIsLateInOnePart_nameItsFirstEpisode() throws IOException {
        RecordedRuns late = RecordedRuns.recordLate(folder.resolve("late"));

        DatasetSurvey whole = parts(late, EPISODES).get(0).found(List.of("changed"));
        DatasetSurvey later = joined(parts(late, 3).subList(1, 3)).found(List.of());

        assertEquals(2, whole.notes().size(), whole.notes().toString());
        assertEquals("changed", whole.notes().get(0));
        assertTrue(
                whole.notes().get(1).startsWith("'obs/late' changes and equals states/late"),
                whole.notes().get(1));
        assertEquals(1, later.remarks().size(), later.remarks().toString());
        assertTrue(
                later.remarks().get(0).endsWith("; " + late.file(0) + ", data/demo_3 is the first"),
                later.remarks().get(0));
        assertEquals(List.of(), DatasetSurvey.of(runs).remarks());
    }

    @Test
    void notes_ofEpisodesThatSayDifferentThings_nameTheFirstWhateverTheParts() throws IOException {
        RecordedRuns plain = RecordedRuns.record(folder.resolve("plain"), schema());
        RecordedRuns named = RecordedRuns.record(folder.resolve("named"), schema("left", "right"));
        EpisodeSource both = visitor -> {
            named.visit(visitor);
            plain.visit(visitor);
        };
        String note = "names and bounds of 'actions' are left out: " + plain.file(0)
                + ", data/demo_0 says something else of them than " + named.file(0) + ", data/demo_0";
        for (int length = 1; length <= 2 * EPISODES; length++) {
            DatasetSurvey found = joined(parts(both, length)).found(List.of());
            assertEquals(List.of(note), found.notes(), length + " episodes a part");
            assertEquals(FieldSignal.NONE, found.fields().get("actions").signal());
        }
        assertEquals(
                List.of("left", "right"),
                DatasetSurvey.of(named).fields().get("actions").signal().names());
    }

    private static FieldSchema schema(String... names) {
        FieldSpec actions = FieldSpec.step("actions", DType.FLOAT32, 2);
        return FieldSchema.of(names.length == 0 ? actions : actions.withNames(names));
    }

    @Test
    void joiningDoesNotChangeTheParts() throws IOException {
        List<Collector> parts = parts(runs, 4);
        List<JsonNode> before = parts.stream().map(Collector::json).toList();

        joined(parts).add(joined(parts));

        assertEquals(before, parts.stream().map(Collector::json).toList());
    }

    @Test
    void partsThatDifferAreRefusedByTheNamesOfTheirFirstEpisodes() throws IOException {
        RecordedRuns others = RecordedRuns.record(
                folder.resolve("others"), FieldSchema.of(FieldSpec.step("actions", DType.FLOAT64, 7)));
        Collector all = joined(parts(runs, 4));
        Collector unlike = joined(parts(others, 3));

        ExportRefusedException refused = assertThrows(ExportRefusedException.class, () -> all.add(unlike));

        assertEquals(
                others.file(0) + ", data/demo_0 has other arrays than " + runs.file(0)
                        + ", data/demo_0 ('bbox/bbox_mm/banana' is only in the latter), and a dataset has one structure; "
                        + "leave that array out, or export them apart, for example one environment after the other",
                refused.getMessage());
    }

    @Test
    void nothingJoinedToNothingIsRefused() {
        Collector none = joined(List.of(transported(new Collector()), new Collector()));

        ExportRefusedException refused = assertThrows(ExportRefusedException.class, () -> none.found(List.of()));

        assertTrue(refused.getMessage().contains("no episode"), refused.getMessage());
    }
}
