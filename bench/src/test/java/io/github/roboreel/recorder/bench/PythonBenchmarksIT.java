package io.github.roboreel.recorder.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The benchmarks of the Python package, with sizes as small as they still run. */
class PythonBenchmarksIT extends BenchmarkRun {
    @Test
    void pythonMeasuresEveryPartBesideThisJvm() throws IOException {
        JsonNode json = bench("python --num_envs 2 --steps 40 --warm_up_steps 10 --growth_steps 50 --seconds 0.5"
                + " --pace_hz 50 --images 32x24 --opens 1 --ends 2 --episodes 4 --rounds 1 --output_dir "
                + folder);
        assertEquals(597, json.get("row_bytes").asInt());
        JsonNode figures = json.get("figures");
        for (String name : List.of("step", "java_step", "unpaced_step", "camera_step", "memcpy", "end", "policy")) {
            assertTrue(figures.get(name + "_us_50").asDouble() > 0, name);
            assertTrue(
                    figures.get(name + "_us_100").asDouble()
                            >= figures.get(name + "_us_50").asDouble(),
                    name);
        }
        for (String name : List.of("env_steps_per_s", "java_env_steps_per_s", "open_s", "episodes_per_s")) {
            assertTrue(figures.get(name).asDouble() > 0, name);
        }
        JsonNode unpaced = target(json, "unpaced until durable");
        double ratio = figures.get("env_steps_per_s").asDouble();
        ratio /= figures.get("java_env_steps_per_s").asDouble();
        assertEquals(ratio, unpaced.get("measured").asDouble(), 1e-3 * ratio);
        assertEquals(12, json.get("targets").size());
        assertEmpty(folder);
    }

    @Test
    void pythonMeasuresOnlyWhatIsAskedFor() throws IOException {
        JsonNode json = bench("python --only open --opens 1 --num_envs 1 --output_dir " + folder);
        assertEquals(List.of("open_s", "first_open_s"), names(json.get("figures")));
        assertEquals("run open", json.get("targets").get(0).get("what").asText());
        assertEquals(1, json.get("targets").size());
    }

    @Test
    void recordersMeasuresOursAndCountsWhatKillsLeave() throws IOException {
        JsonNode json = bench("recorders --only roboreel --modes kill,kill-daemon,unpaced,paced --rounds 1 --quick"
                + " --world noise --python /usr/bin/python3 --output-dir " + folder);
        assertEquals("noise", json.get("world").asText());
        assertEquals(List.of("kill 1", "kill-daemon 1", "unpaced 1", "paced 16"), named(json.get("rows")));
        for (JsonNode row : json.get("rows")) {
            int envs = row.get("envs").asInt();
            String mode = row.get("mode").asText();
            assertEquals("", row.path("error").asText(), row.toString());
            assertEquals(0, row.get("wrong_steps").asInt(), row.toString());
            if (mode.startsWith("kill")) {
                // The step that was being handed over may be there, too.
                int more = row.get("found_steps").asInt() - row.get("given").asInt();
                assertTrue(more == 0 || (more == envs && mode.equals("kill")), row.toString());
                assertTrue(row.get("given").asInt() >= 100 * envs, row.toString());
            } else {
                assertEquals(1.0, row.get("loaded").asDouble(), row.toString());
                assertEquals(452e-6 * 100 * envs, row.get("raw_mb").asDouble(), 1e-4);
                assertEquals(2, row.get("end_ms").size(), row.toString());
                assertTrue(
                        row.get("disk_mb").asDouble() > 0.05 * row.get("raw_mb").asDouble(), row.toString());
                assertRising(row.get("step_us"));
            }
        }
        assertEquals(0, target(json, "kill, steps lost").get("measured").asDouble());
        assertTrue(target(json, "kill, open episode marked aborted").get("met").asBoolean());
        assertTrue(target(json, "kill-daemon, steps lost").get("met").asBoolean());
        double inside = json.get("rows").get(2).get("in_us").asDouble();
        JsonNode target = target(json, "unpaced, per env-step");
        assertEquals(inside, target.get("measured").asDouble(), 1e-3 * inside);
        assertEquals(inside <= 12, target.get("met").asBoolean());
        assertEquals(
                "<= 1.0", target(json, "paced x 16, longest end").get("target").asText());
        JsonNode own = target(json, "paced x 16, longest step without them");
        double longest = json.get("rows").get(3).at("/own_us/100").asDouble();
        assertTrue(longest > 0);
        assertEquals(longest / 1e3, own.get("measured").asDouble(), 1e-3 * longest);
        assertTrue(err.toString().contains("world: noise, a stand-in"), err.toString());
        assertTrue(err.toString().contains("| roboreel | 16 | "), err.toString());
        assertEmpty(folder);
    }

    private static List<String> named(JsonNode rows) {
        List<String> names = new ArrayList<>();
        rows.forEach(row ->
                names.add(row.get("mode").asText() + " " + row.get("envs").asInt()));
        return names;
    }

    private static JsonNode target(JsonNode json, String what) {
        for (JsonNode target : json.get("targets")) {
            if (target.get("what").asText().equals(what)) {
                return target;
            }
        }
        throw new AssertionError(what + " is none of " + json.get("targets"));
    }
}
