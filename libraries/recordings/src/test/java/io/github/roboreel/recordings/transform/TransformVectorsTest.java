package io.github.roboreel.recordings.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.fields.RelativeActions;
import io.github.roboreel.recordings.transform.fields.Resample;
import io.github.roboreel.recordings.transform.fields.ResizeImages;
import io.github.roboreel.recordings.transform.statistics.EpisodeStatistics;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import io.github.roboreel.recordings.transform.statistics.ValidFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each vector of conformance/transform-vectors.json, whose id names the test. */
class TransformVectorsTest {
    private static final double DT = 0.1;

    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        JsonNode all = Vectors.all();
        assertTrue(all.size() >= 40, all.size() + " vectors");
        return StreamSupport.stream(all.spliterator(), false)
                .map(vector -> DynamicTest.dynamicTest(vector.get("id").asText(), () -> check(vector)));
    }

    private static void check(JsonNode vector) throws IOException {
        JsonNode params = vector.get("params");
        JsonNode expected = vector.get("expected");
        List<EpisodeSteps> episodes = new ArrayList<>();
        for (JsonNode columns : vector.get("episodes")) {
            episodes.add(new EpisodeSteps(Facts.of(episodes.size(), DT), Vectors.steps(columns)));
        }
        switch (vector.get("op").asText()) {
            case "split" -> checkSplit(params, expected);
            case "stats" -> checkStatistics(episodes, params, expected);
            case "reduce" -> checkReductions(episodes.get(0).steps(), params, expected);
            default ->
                Vectors.check(expected.get("steps"), result(vector.get("op").asText(), params, episodes));
        }
    }

    private static List<Step> result(String op, JsonNode params, List<EpisodeSteps> episodes) throws IOException {
        if (op.equals("uniform")) {
            return List.of(uniform(params));
        }
        Steps first = episodes.get(0).steps();
        Steps result = switch (op) {
            case "window" -> first.window(window(params));
            case "shift" ->
                first.shift(texts(params.get("keys")), params.get("by").asInt());
            case "align" ->
                first.through(
                        alignment(params, "from").to(alignment(params, "to"), List.of("actions"), List.of("reward")));
            case "nstep" -> first.through(nStep(params));
            case "pattern" -> patterns(params, Episodes.of(episodes));
            case "stack" ->
                first.through(new FrameStack(
                        List.of(params.get("path").asText()),
                        params.get("frames").asInt()));
            case "chunk" -> first.through(ActionChunk.of(params.get("horizon").asInt()));
            case "truncate" ->
                first.truncateAfter(
                        step -> step.get(params.get("path").asText()).getBoolean(0));
            case "concat" -> first.concat(episodes.get(1).steps());
            case "absorbing" -> first.absorbing();
            case "concat_if_terminal" ->
                first.concatIfTerminal(last ->
                        Steps.of(List.of(new Step(0, Map.of(Steps.REWARD, last.get(Steps.REWARD))))));
            case "interleave" ->
                Episodes.of(episodes)
                        .interleave(
                                params.get("cycle").asInt(), params.get("block").asInt());
            case "shuffle" ->
                first.shuffle(params.get("buffer").asInt(), params.get("seed").asLong());
            case "resample" ->
                Resample.to(params.get("rate").asDouble())
                        .apply(episodes.get(0))
                        .steps();
            case "resize" ->
                first.map(step -> cast(step, DType.UINT8))
                        .through(ResizeImages.to(
                                params.get("height").asInt(),
                                params.get("width").asInt()))
                        .map(step -> cast(step, DType.INT64));
            case "relative" ->
                first.through(new RelativeActions(
                        "actions",
                        params.get("state").asText(),
                        StreamSupport.stream(params.get("mask").spliterator(), false)
                                .map(JsonNode::asBoolean)
                                .toList()));
            default -> throw new AssertionError(op);
        };
        return result.toList();
    }

    private static Step cast(Step step, DType dtype) {
        NdArray image = step.get("image");
        return step.with("image", NdArray.of(dtype, image.doubles()).reshaped(image.shape()));
    }

    private static Step uniform(JsonNode params) {
        List<ArraySpec> specs = List.of(spec("reals", DType.FLOAT64, 2, 3), spec("whole", DType.INT64, 3));
        return Samples.uniform(
                specs,
                params.get("least").asDouble(),
                params.get("bound").asDouble(),
                params.get("seed").asLong());
    }

    private static ArraySpec spec(String path, DType dtype, Integer... shape) {
        return new ArraySpec(path, dtype, List.of(shape), 1, "", "", -1, 1, true);
    }

    private static Window window(JsonNode params) {
        return new Window(
                params.get("size").asInt(),
                params.get("shift").asInt(),
                params.get("stride").asInt(),
                Window.Partial.valueOf(params.get("partial").asText()));
    }

    private static NStep nStep(JsonNode params) {
        return new NStep(
                params.get("n").asInt(),
                params.get("gamma").asDouble(),
                params.get("keep").asBoolean(),
                List.of("obs"));
    }

    private static Alignment alignment(JsonNode params, String name) {
        return Alignment.valueOf(params.get(name).asText());
    }

    private static Steps patterns(JsonNode params, Episodes episodes) {
        Pattern pattern = Pattern.empty();
        for (JsonNode pick : params.get("picks")) {
            String name = pick.get("name").asText();
            String path = pick.get("path").asText();
            int from = pick.get("from").asInt();
            pattern = pick.get("slice").asBoolean()
                    ? pattern.slice(name, path, from, pick.get("end").asInt())
                    : pattern.pick(name, path, from);
        }
        return params.get("boundaries").asBoolean()
                ? episodes.mapSteps(pattern).steps()
                : episodes.steps().through(pattern);
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static void checkSplit(JsonNode params, JsonNode expected) {
        List<Double> fractions = StreamSupport.stream(params.get("fractions").spliterator(), false)
                .map(JsonNode::asDouble)
                .toList();
        HashSplit split = new HashSplit(fractions, params.get("salt").asText());
        List<String> keys = texts(params.get("keys"));
        for (int i = 0; i < keys.size(); i++) {
            assertEquals(expected.get("parts").get(i).asInt(), split.part(keys.get(i)), keys.get(i));
        }
    }

    private static void checkStatistics(List<EpisodeSteps> episodes, JsonNode params, JsonNode expected)
            throws IOException {
        ValidFields valid = params.get("sar").asBoolean() ? ValidFields.SAR : ValidFields.ALL;
        Map<String, FieldStatistics> statistics = EpisodeStatistics.of(Episodes.of(episodes), valid, 2);
        assertEquals(expected.get("fields").size(), statistics.size());
        expected.get("fields").properties().forEach(field -> {
            String path = field.getKey();
            JsonNode numbers = field.getValue();
            FieldStatistics actual = statistics.get(path);
            assertEquals(numbers.get("count").asLong(), actual.count().getLong(0), path);
            checkDoubles(path, numbers.get("mean"), actual.mean().doubles());
            checkDoubles(path, numbers.get("std"), actual.std().doubles());
            checkDoubles(path, numbers.get("sample_std"), actual.sampleStd().doubles());
            checkDoubles(path, numbers.get("min"), actual.min().doubles());
            checkDoubles(path, numbers.get("max"), actual.max().doubles());
            actual.quantiles()
                    .forEach((fraction, values) -> checkDoubles(
                            path, numbers.get("quantiles").get(String.valueOf(fraction)), values.doubles()));
        });
    }

    private static void checkReductions(Steps steps, JsonNode params, JsonNode expected) throws IOException {
        double gamma = params.get("gamma").asDouble();
        assertEquals(expected.get("return").asDouble(), Reductions.discountedReturn(steps, Steps.REWARD, gamma), 1e-12);
        assertEquals(expected.get("length").asLong(), Reductions.length(steps));
        Vectors.check(
                "sum",
                Vectors.array(expected.get("sum")),
                Reductions.sum(steps, "obs/p").orElseThrow());
        Vectors.check(
                "min",
                Vectors.array(expected.get("min")),
                Reductions.min(steps, "actions").orElseThrow());
        Vectors.check(
                "max",
                Vectors.array(expected.get("max")),
                Reductions.max(steps, "obs/count").orElseThrow());
        Vectors.check(
                "last",
                Vectors.array(expected.get("last")),
                Reductions.last(steps).orElseThrow().get("obs/p"));
    }

    private static void checkDoubles(String where, JsonNode expected, double[] actual) {
        double[] values = Vectors.array(expected).doubles();
        for (int i = 0; i < values.length; i++) {
            assertEquals(values[i], actual[i], 1e-12 * Math.max(1, Math.abs(values[i])), where);
        }
        assertEquals(values.length, actual.length, where);
    }
}
