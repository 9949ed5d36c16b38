package io.github.roboreel.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.tools.Examples;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with numbers that the conformance suite and numpy compute from the same files. */
class ReportIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Prints the means and sample deviations of what the run files hold. */
    private static final String EXPECTED = """
            import check_run, glob, h5py, json, os
            import numpy as np
            folder = sys.argv[1]
            path = os.path.join(folder, "episode_results.jsonl")
            if os.path.exists(path):
                lines = [json.loads(l) for l in open(path)]
            else:
                lines = json.load(open(os.path.join(folder, "episode_results.json")))
            metrics = {}
            for r in lines:
                env = os.path.join(folder, r["env_name"])
                file, demo = ("run_%d.hdf5" % r["run"], r["env_id"]) if "run" in r else ("data.hdf5", r["episode"])
                with h5py.File(os.path.join(env, file), "r") as f:
                    found = check_run.metrics(f["data/demo_%d" % demo], 1 / 15)
                for k, v in found.items():
                    written = r["metrics"][k]
                    if written is not None and np.isfinite(written):
                        metrics.setdefault(k, []).append(v)
            def stats(x):
                return {"n": len(x), "mean": float(np.mean(x)), "std": float(np.std(x, ddof=1)) if len(x) > 1 else None}
            judged = [r for r in lines if r["success"] is not None]
            print(json.dumps({
                "episodes": len(lines), "judged": len(judged), "successes": sum(r["success"] for r in judged),
                "metrics": {k: stats(v) for k, v in metrics.items()},
                "score": stats([1.0 if r["success"] else r["score"] for r in lines]),
                "score_failed": stats([r["score"] for r in judged if not r["success"]]),
                "time_s": stats([r["duration"] for r in judged if r["success"]]),
                "steps": stats([r["episode_step"] for r in lines])}))
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "--foreign", "--legacy"})
    void givesTheNumbersOfTheConformanceSuite(String mode) throws Exception {
        Path example = Examples.make(folder.resolve("x"), mode);
        JsonNode expected = MAPPER.readTree(Examples.run(EXPECTED, example.toString()));

        Report report = Report.of(
                Sources.read(List.of(example)),
                EpisodeFilter.ALL,
                new ReportOptions(
                        Grouping.TASK, false, new Columns(true, true, true, false), false, RateInterval.EQUAL_TAILED));
        JsonNode total = MAPPER.valueToTree(report.document()).path("total");

        assertEquals(List.of(), report.problems());
        for (String count : List.of("episodes", "judged", "successes")) {
            assertEquals(expected.path(count).asInt(), total.path(count).asInt(), count);
        }
        for (String name : List.of("score", "score_failed", "time_s", "steps")) {
            requireEqual(name, expected.path(name), total.path(name), 1e-12);
        }
        assertEquals(8, expected.path("metrics").size());
        expected.path("metrics")
                .properties()
                .forEach(metric -> requireEqual(
                        metric.getKey(),
                        metric.getValue(),
                        total.path("metrics").path(metric.getKey()),
                        1e-9));
        assertEquals(2, total.at("/wrong_objects/objects/bowl").asInt());
    }

    private static void requireEqual(String name, JsonNode expected, JsonNode actual, double tolerance) {
        assertEquals(expected.path("n").asInt(), actual.path("n").asInt(), name);
        for (String part : List.of("mean", "std")) {
            JsonNode number = expected.path(part);
            if (number.isNull()) {
                assertTrue(actual.path(part).isNull(), name + " " + part + " of " + actual);
            } else {
                double margin = tolerance * Math.max(1, Math.abs(number.asDouble()));
                double given = actual.path(part).asDouble();
                assertEquals(number.asDouble(), given, margin, name + " " + part);
            }
        }
    }
}
