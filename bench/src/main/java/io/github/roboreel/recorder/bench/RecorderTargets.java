package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What the rows of {@code bench recorders} that are ours must not exceed, and where they must be ahead of every peer.
 */
final class RecorderTargets {
    private static final String OURS = "roboreel";
    private static final String FLOOR = "ring";
    private static final int MANY = 16;
    /** What a flush of the default settings may hold back, where the process that records is killed. */
    private static final int FLUSH_STEPS = 500;

    private static final String CLOSING =
            "closing ends a process and takes tenths of a second, which so short a recording does not make up for";
    private static final String FIRST =
            "where a schema is not declared the first step opens the run, which the recording process has to get ready";

    private final JsonNode rows;
    private final List<Target> targets = new ArrayList<>();

    /** @param rows medians, as {@code run_all.py} prints them */
    RecorderTargets(JsonNode rows) {
        this.rows = rows;
    }

    /** Of what was measured. */
    List<Target> all() {
        ours("unpaced", 1)
                .ifPresent(row -> targets.add(Target.atMost("unpaced, per env-step", number(row, "in_us"), 12, "us")
                        .with(CLOSING)));
        ours("unpaced", MANY).ifPresent(this::unpaced);
        ours("paced", MANY).ifPresent(this::paced);
        of("paced").filter(RecorderTargets::isModule).forEach(row -> {
            targets.add(Target.atMost(row.path("name").asText() + ", first step", number(row, "first_ms"), 1, "ms")
                    .with(FIRST));
            atMost(row.path("name").asText() + ", ticks missed", row, "missed", 0, "ticks");
        });
        row(OURS, "paced-cameras", 1).ifPresent(row -> cameras("cameras", row));
        row(OURS + "-in-place", "paced-cameras", 1).ifPresent(row -> cameras("cameras in place", row));
        ours("long", 1)
                .ifPresent(row -> targets.add(Target.atMost(
                        "growth of Python per env-step", Math.rint(number(row, "grown_bytes")), 0, "bytes")));
        for (String mode : List.of("kill", "kill-cameras")) {
            ours(mode, 1).ifPresent(row -> targets.add(Target.atMost(mode + ", steps lost", lost(row), 0, "steps")));
        }
        ours("kill", 1)
                .ifPresent(row -> targets.add(new Target(
                        "kill, open episode marked aborted",
                        "",
                        number(row.path("statuses"), "aborted"),
                        1,
                        false,
                        "episodes")));
        for (String mode : List.of("kill-daemon", "kill-daemon-cameras")) {
            ours(mode, 1)
                    .ifPresent(
                            row -> targets.add(Target.atMost(mode + ", steps lost", lost(row), FLUSH_STEPS, "steps")));
        }
        for (String mode : List.of("paced", "paced-cameras")) {
            ahead(mode, "longest stall", "ms", row -> number(row, "stall_ms"));
            ahead(mode, "longest end", "ms", row -> number(row, "end_max_ms"));
            ahead(mode, "ticks missed", "ticks", row -> number(row, "missed"));
        }
        for (String mode : List.of("kill", "kill-cameras")) {
            ahead(mode, "share lost", "%", row -> 100 * lost(row) / number(row, "given"));
        }
        notBehindStreaming();
        return targets;
    }

    private void unpaced(JsonNode row) {
        targets.add(Target.atMost("unpaced x 16, per env-step", number(row, "in_us"), 3, "us")
                .with(CLOSING));
        double share = number(row, "sps") / number(row, "base_sps");
        targets.add(Target.ratio("unpaced x 16, env-steps/s", "the world alone", share, 0.9)
                .with(CLOSING));
    }

    private void paced(JsonNode row) {
        atMost("first step", row, "first_ms", 1, "ms");
        step("paced x 16", row, "50", 40);
        step("paced x 16", row, "99", 150);
        step("paced x 16", row, "99.9", 500);
        targets.add(Target.atMost("paced x 16, longest step", number(row.path("step_us"), "100") / 1e3, 2, "ms"));
        JsonNode own = row.path("own_us");
        targets.add(Target.atMost("paced x 16, p99.9 without waits for a core", number(own, "99.9"), 500, "us"));
        targets.add(Target.atMost("paced x 16, longest step without them", number(own, "100") / 1e3, 2, "ms"));
        atMost("paced x 16, longest end", row, "end_max_ms", 1, "ms");
        atMost("paced x 16, ticks missed", row, "missed", 0, "ticks");
        atMost("paced x 16, memory of all", row, "rss_peak", 400, "MB");
        atMost("paced x 16, processor", row, "cpu_pct", 12, "% of a core");
    }

    private void cameras(String what, JsonNode row) {
        step(what, row, "50", 500);
        step(what, row, "99", 1500);
        targets.add(Target.atMost(what + ", longest step", number(row.path("step_us"), "100") / 1e3, 5, "ms"));
        atMost(what + ", longest end", row, "end_max_ms", 2, "ms");
        atMost(what + ", close", row, "close_ms", 1000, "ms");
        atMost(what + ", ticks missed", row, "missed", 0, "ticks");
        targets.add(
                new Target(what + ", on disk", "raw", number(row, "disk_mb") / number(row, "raw_mb"), 0.6, true, "x"));
        atMost(what + ", memory of all", row, "rss_peak", 800, "MB");
    }

    private void atMost(String what, JsonNode row, String key, double most, String unit) {
        targets.add(Target.atMost(what, number(row, key), most, unit));
    }

    private void step(String what, JsonNode row, String percentile, double most) {
        targets.add(Target.atMost(what + ", p" + percentile, number(row.path("step_us"), percentile), most, "us"));
    }

    /** No peer is better, whatever the number of its envs: the widest of ours is compared. */
    private void ahead(String mode, String what, String unit, ToDoubleFunction<JsonNode> figure) {
        Optional<JsonNode> own = ours(mode, MANY).or(() -> ours(mode, 1));
        Optional<JsonNode> best = peers(mode)
                .filter(row -> !Double.isNaN(figure.applyAsDouble(row)))
                .min(Comparator.comparingDouble(figure));
        if (own.isEmpty() || best.isEmpty()) {
            return;
        }
        targets.add(new Target(
                mode + ", " + what + ", beside the best peer",
                called(best.get()),
                figure.applyAsDouble(own.get()),
                figure.applyAsDouble(best.get()),
                true,
                unit));
    }

    /** Steps as RoboLab streams them, which leave the work to the ends of episodes. */
    private void notBehindStreaming() {
        for (int envs : List.of(1, MANY)) {
            Optional<JsonNode> own = ours("unpaced", envs);
            Optional<JsonNode> peer = row("h5py", "unpaced", envs);
            if (own.isPresent() && peer.isPresent()) {
                double ratio = number(own.get(), "in_us") / number(peer.get(), "in_us");
                String what = "unpaced x " + envs + ", per env-step, beside h5py streaming";
                targets.add(new Target(what, called(peer.get()), ratio, 1.2, true, "x"));
            }
        }
    }

    private Optional<JsonNode> ours(String mode, int envs) {
        return row(OURS, mode, envs);
    }

    private Optional<JsonNode> row(String name, String mode, int envs) {
        return of(mode).filter(row -> row.path("name").asText().equals(name))
                .filter(row -> row.path("envs").asInt() == envs)
                .findFirst();
    }

    private Stream<JsonNode> peers(String mode) {
        return of(mode).filter(row -> !row.path("name").asText().startsWith(OURS))
                .filter(row -> !row.path("name").asText().equals(FLOOR));
    }

    private Stream<JsonNode> of(String mode) {
        return StreamSupport.stream(rows.spliterator(), false)
                .filter(row -> row.path("mode").asText().equals(mode));
    }

    /** Whether ours is in the place of another library's. */
    private static boolean isModule(JsonNode row) {
        return row.path("name").asText().startsWith(OURS + "-");
    }

    private static String called(JsonNode row) {
        return (row.path("name").asText() + " " + row.path("variant").asText()).strip();
    }

    /** Of those whose call has returned; the one that was being handed over may be there, too. */
    private static double lost(JsonNode row) {
        return Math.max(0, number(row, "given") - number(row, "found_steps"));
    }

    /** NaN where it was not measured. */
    private static double number(JsonNode row, String key) {
        return row.path(key).isNumber() ? row.get(key).doubleValue() : Double.NaN;
    }
}
