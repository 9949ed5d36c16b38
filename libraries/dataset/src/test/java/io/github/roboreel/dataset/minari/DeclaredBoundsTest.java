package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.ForeignRows;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.spi.ValueBounds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredBoundsTest {
    private static final String SPACE = """
            {"type": "Dict", "subspaces": {
               "box": {"type": "Box", "shape": [2, 2], "low": [[-1, -2], [0, 3]], "high": [[4, 5.5], [1, 3]]},
               "half": {"type": "Box", "shape": [2], "low": [-Infinity, 0], "high": ["inf", 2]},
               "choice": {"type": "Discrete", "start": -1, "n": 4},
               "plain": {"type": "Discrete", "n": 4},
               "choices": {"type": "MultiDiscrete", "nvec": [3, 7]},
               "bits": {"type": "MultiBinary", "n": 3},
               "word": {"type": "Text", "max_length": 3},
               "turned": {"type": "Box", "shape": [1], "low": [2], "high": [1]},
               "broken": {"type": "Box", "shape": [1], "low": ["a"], "high": [null]},
               "none": {"type": "Box", "shape": [0], "low": [], "high": []}}}""";

    private static Map<String, ValueBounds> bounds() {
        DeclaredBounds bounds = new DeclaredBounds(
                Space.parse(SPACE), Space.parse("{\"type\": \"Box\", \"low\": 0, \"high\": 255, \"shape\": [2]}"));
        List<FieldSource> fields = Stream.of(
                        "box", "half", "choice", "plain", "choices", "bits", "word", "turned", "broken", "none", "new")
                .map(name -> field("observations/" + name, "obs/" + name))
                .toList();
        bounds.add("episode_3", fields, new ImportNotes());
        bounds.add(
                "episode_4",
                List.of(field("actions", "actions"), field("observations/bits", "final_obs/bits")),
                new ImportNotes());
        return bounds.byField();
    }

    private static FieldSource field(String path, String field) {
        FieldSpec spec = FieldSpec.step(field, DType.FLOAT64);
        ForeignRows unread = (from, to) -> new byte[0];
        return new FieldSource("episode_3/" + path, spec, DType.FLOAT64, true, unread);
    }

    @Test
    void theyHoldForEveryElement() {
        Map<String, ValueBounds> bounds = bounds();
        assertEquals(new ValueBounds(-2, 5.5), bounds.get("obs/box"));
        assertEquals(new ValueBounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY), bounds.get("obs/half"));
        assertEquals(new ValueBounds(-1, 2), bounds.get("obs/choice"));
        assertEquals(new ValueBounds(0, 3), bounds.get("obs/plain"));
        assertEquals(new ValueBounds(0, 6), bounds.get("obs/choices"));
        assertEquals(new ValueBounds(0, 1), bounds.get("obs/bits"));
        assertEquals(new ValueBounds(0, 1), bounds.get("final_obs/bits"));
        assertEquals(new ValueBounds(0, 255), bounds.get("actions"));
    }

    @Test
    void whatSaysNothingOrNonsenseBoundsNothing() {
        Map<String, ValueBounds> bounds = bounds();
        for (String name : List.of("word", "turned", "broken", "none", "new")) {
            assertFalse(bounds.containsKey("obs/" + name), name);
        }
    }

    private static FieldSignal signal(String space, Integer... shape) {
        FieldSpec spec = FieldSpec.step("obs/x", DType.FLOAT64, shape);
        ForeignRows unread = (from, to) -> new byte[0];
        FieldSource field = new FieldSource("episode_3/observations", spec, DType.FLOAT64, true, unread);
        DeclaredBounds bounds = new DeclaredBounds(Space.parse(space), Space.parse(""));
        return bounds.add("episode_3", List.of(field), new ImportNotes())
                .get(0)
                .spec()
                .signal();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type': 'Box', 'dtype': 'float64', 'shape': [3]}|true",
                "{'type': 'Box', 'dtype': 'float32', 'shape': [3]}|false",
                "{'type': 'Box', 'dtype': 'int64', 'shape': [3]}|false",
                "{'type': 'Box', 'dtype': 'float64', 'shape': [5]}|false",
                "{'type': 'Box', 'dtype': 'float64', 'shape': []}|false",
                "{'type': 'Box', 'dtype': 'ours', 'shape': [3]}|true",
                "{'type': 'Box'}|true",
                "{'type': 'Graph', 'dtype': 'int8', 'shape': [5]}|true",
                "{'type': 'MultiDiscrete', 'nvec': [2, 2, 2]}|false"
            })
    void add_aSpaceThatContradictsItsArray_isNoted(String space, boolean isTrue) {
        FieldSpec spec = FieldSpec.step("obs/q", DType.FLOAT64, 3);
        FieldSource field =
                new FieldSource("episode_3/observations", spec, DType.FLOAT64, true, (from, to) -> new byte[0]);
        ImportNotes notes = new ImportNotes();
        new DeclaredBounds(Space.parse(space.replace('\'', '"')), Space.parse(""))
                .add("episode_3", List.of(field), notes);
        assertEquals(isTrue, notes.all().isEmpty(), notes.all().toString());
    }

    @Test
    void add_boundsOfSeveralAxes_saysThemElementByElement() {
        String space = """
                {"type": "Box", "shape": [2, 2], "low": [[0, 0], [1, 2]], "high": [[5, 5], [Infinity, Infinity]]}""";
        FieldSignal said = signal(space, 2, 2);
        assertEquals(List.of(0.0, 0.0, 1.0, 2.0), said.low());
        assertEquals(List.of(5.0, 5.0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY), said.high());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'Box', 'shape': [2000000000, 2000000000], 'low': [0, 1], 'high': 5}",
                "{'type': 'Box', 'shape': [2, 2], 'low': [[0, 1], [2, 3], [4, 5]], 'high': 9}",
                "{'type': 'Box', 'shape': [2, 2], 'low': [[[[0]]], 1, 2, 3, 4, 5, 6], 'high': 9}",
                "{'type': 'MultiDiscrete', 'nvec': [[1, 2], 3]}"
            })
    void add_boundsOfAnotherShape_saysNothing(String space) {
        assertEquals(FieldSignal.NONE, signal(space.replace('\'', '"'), 500, 2));
    }
}
