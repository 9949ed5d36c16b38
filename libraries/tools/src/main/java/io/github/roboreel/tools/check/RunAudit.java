package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.Signals;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Audits a run file by itself: its bytes and values, where it comes from, which demos it has. */
final class RunAudit {
    private static final String DATA = DemoPaths.DATA;
    private static final int ROBOMIMICS_TYPE = 2;

    private final Scope scope;
    private final Findings findings;
    private final ScannedRun run;
    private final List<EpisodeRecord> records;
    private final RunFacts facts;
    private final Map<String, Object> attributes;

    RunAudit(Scope scope, ScannedRun run, List<EpisodeRecord> records) {
        this.scope = scope;
        this.findings = scope.findings();
        this.run = run;
        this.records = records;
        this.facts = run.facts();
        this.attributes = facts.attributes();
    }

    void run() {
        Set<String> additions = additions();
        facts.faults().stream()
                .filter(fault -> !additions.contains(fault.inside()))
                .forEach(this::report);
        boolean wasOpened = !attributes.isEmpty() || !facts.demos().isEmpty();
        if (!wasOpened || facts.isNewer()) {
            return;
        }
        if (facts.isLive()) {
            findings.note(run.path(), "", "is being recorded now: what is flushed was checked", "");
        }
        if (facts.faults().stream().noneMatch(f -> f.inside().equals(DATA))) {
            checkAttributes();
        }
        checkSpace();
        if (facts.isWhole()) {
            checkDemoNames();
        }
        List<DemoFacts> demos = facts.demos().stream()
                .filter(demo -> Scope.number(demo).isPresent())
                .toList();
        Set<String> allDatasets = new TreeSet<>();
        demos.forEach(demo -> demo.datasets().forEach((path, dataset) -> {
            if (!scope.isAddition(dataset)) {
                allDatasets.add(path);
            }
        }));
        demos.forEach(demo -> new DemoAudit(scope, run, demo, allDatasets).run());
    }

    /** Places of datasets that were added to the file after it was recorded. */
    private Set<String> additions() {
        Set<String> places = new HashSet<>();
        facts.demos()
                .forEach(demo -> demo.datasets().forEach((path, dataset) -> {
                    if (scope.isAddition(dataset)) {
                        places.add(DemoPaths.in(demo.path(), path));
                    }
                }));
        return places;
    }

    private void report(ValueFault fault) {
        if (fault.kind() == ValueFault.Kind.NOTE) {
            findings.note(run.path(), fault.inside(), fault.problem(), fault.advice());
        } else if (fault.kind() == ValueFault.Kind.OF_NAME && !scope.hasKnownNames()) {
            String problem = fault.problem() + ", which RoboLab's tools do not expect of that name";
            findings.note(run.path(), fault.inside(), problem, "");
        } else {
            error(fault.inside(), fault.problem(), fault.advice());
        }
    }

    private void error(String place, String problem, String advice) {
        findings.error(run.path(), place, problem, advice);
    }

    private void attributeError(String name, String problem) {
        error(DATA + "@" + name, problem, ValueFault.RESTORE);
    }

    private String given(String name) {
        return Scope.shown(attributes.get(name));
    }

    private void checkAttributes() {
        checkEnvArgs();
        if (scope.isOurs()) {
            DocumentSchema.RUN_HEADER
                    .faults(attributes)
                    .forEach(fault -> attributeError(fault.field(), fault.problem()));
            checkOrigin();
            checkConfig();
        }
        checkTotal();
        Signals.of(attributes).fault().ifPresent(fault -> {
            String problem = fault + "; what its fields say of their elements is not known";
            scope.errorIfOurs(run.path(), DATA + "@" + AttributeNames.SIGNALS, problem, ValueFault.RESTORE);
        });
    }

    private void checkEnvArgs() {
        Object given = attributes.get(AttributeNames.ENV_ARGS);
        JsonNode args = FormatJson.readOrMissing(given);
        boolean isGood = args.has("env_name") && args.path("type").asInt() == ROBOMIMICS_TYPE;
        // A file of ours that lacks it is reported by the schema check.
        if (!isGood && (given instanceof String || !scope.isOurs())) {
            String problem = "is " + Scope.shown(given) + "; expected JSON with env_name and type " + ROBOMIMICS_TYPE;
            scope.errorIfOurs(run.path(), DATA + "@" + AttributeNames.ENV_ARGS, problem, ValueFault.RESTORE);
        }
    }

    private void checkOrigin() {
        if (attributes.get(AttributeNames.RECORDER_VERSION) instanceof String version && version.isBlank()) {
            attributeError(AttributeNames.RECORDER_VERSION, "is empty; expected a version");
        }
        try {
            if (attributes.get(AttributeNames.RECORDED_AT) instanceof String time) {
                OffsetDateTime.parse(time);
            }
        } catch (DateTimeParseException e) {
            attributeError(
                    AttributeNames.RECORDED_AT,
                    "is " + given(AttributeNames.RECORDED_AT) + "; expected an ISO-8601 time with offset");
        }
        if (attributes.get(AttributeNames.PROVENANCE) instanceof String text
                && !FormatJson.readOrMissing(text).isObject()) {
            attributeError(AttributeNames.PROVENANCE, "is " + given(AttributeNames.PROVENANCE) + "; expected JSON");
        }
        checkPromised(AttributeNames.NUM_ENVS, RunComplete::numEnvs);
        checkPromised(AttributeNames.EPISODES_PER_FILE, RunComplete::episodesPerFile);
    }

    private void checkPromised(String name, Function<RunComplete, Integer> what) {
        Integer promised = scope.env().runComplete().map(what).orElse(null);
        if (promised != null && attributes.get(name) instanceof Long stored && stored.longValue() != promised) {
            String problem = "is " + stored + "; " + RunFolder.RUN_COMPLETE + " says " + promised;
            error(DATA + "@" + name, problem, Scope.COMPARE);
        }
    }

    private void checkConfig() {
        if (!(attributes.get(AttributeNames.CONFIG) instanceof String text)) {
            return;
        }
        JsonNode config = FormatJson.readOrMissing(text);
        if (!config.isObject()) {
            attributeError(
                    AttributeNames.CONFIG,
                    "is " + given(AttributeNames.CONFIG) + "; expected the JSON of " + RunFolder.ENV_CONFIG);
            return;
        }
        JsonNode present = scope.env().config();
        for (String pointer : present.isMissingNode() ? List.<String>of() : List.of("/sim/dt", "/decimation")) {
            JsonNode mine = config.at(pointer);
            JsonNode theirs = present.at(pointer);
            if (mine.asDouble() != theirs.asDouble()) {
                String key = pointer.substring(1).replace('/', '.');
                String problem = "has " + key + " " + mine + "; " + RunFolder.ENV_CONFIG + " has " + theirs;
                error(DATA + "@" + AttributeNames.CONFIG, problem, Scope.COMPARE);
            }
        }
    }

    private void checkTotal() {
        boolean isKnown = facts.demos().stream().allMatch(d -> d.numSamples() >= 0)
                && facts.faults().stream().noneMatch(f -> isDemo(f.inside()));
        if (facts.isLive() || !facts.isWhole() || !isKnown) {
            return;
        }
        long sum = facts.demos().stream().mapToLong(DemoFacts::numSamples).sum();
        String place = DATA + "@" + AttributeNames.TOTAL;
        if (!(attributes.get(AttributeNames.TOTAL) instanceof Long total)) {
            if (!scope.isOurs()) {
                error(place, "is " + given(AttributeNames.TOTAL) + "; expected " + sum, ValueFault.RESTORE);
            }
        } else if (!scope.isOurs() && total > sum && wasRepeated()) {
            findings.habit(run.path(), place, "is more than the demos hold, as RoboLab leaves it after a resume");
        } else if (total != sum) {
            String advice = "set it to " + sum + " when no demo is missing";
            error(place, "is " + total + "; the demos hold " + sum + " steps", advice);
        }
    }

    private static boolean isDemo(String path) {
        return DemoPaths.isIn(DATA, path) && DemoPaths.below(DATA, path).indexOf('/') < 0;
    }

    /** RoboLab counts a demo again when a resumed run re-records it. */
    private boolean wasRepeated() {
        Set<Integer> seen = new HashSet<>();
        return records.stream()
                .filter(r -> r.run().equals(run.file().run()) && r.episode().isPresent())
                .anyMatch(r -> !seen.add(r.episode().getAsInt()));
    }

    private void checkSpace() {
        FileSpace space = facts.space();
        if (facts.isOurs() && !facts.isLive() && space.isWasteful()) {
            String problem = space.deadPercent() + " % of it (" + space.deadBytes() + " bytes) are dead space";
            findings.note(run.path(), "", problem, Operation.COMPACT.command() + " takes it out");
        }
    }

    private void checkDemoNames() {
        if (facts.demos().isEmpty() && facts.faults().isEmpty()) {
            error(DATA, "holds no demo", "record the run again");
        }
        TreeSet<Integer> numbers = new TreeSet<>();
        for (DemoFacts demo : facts.demos()) {
            OptionalInt number = Scope.number(demo);
            if (number.isEmpty()) {
                error(demo.path(), "is no demo: expected groups demo_0, demo_1, ...", "move it into a file of its own");
            } else {
                numbers.add(number.getAsInt());
            }
        }
        OptionalInt places = scope.demosPerRun(run);
        if (!run.file().isLegacy() && places.isPresent()) {
            checkDemoNumbers(places.getAsInt(), numbers);
        }
    }

    /** Places behind the last episode are taken out when a run of continuous episodes is closed. */
    private void checkDemoNumbers(int places, TreeSet<Integer> numbers) {
        boolean mayEndEarly = run.isContinuous() && !numbers.isEmpty();
        int expected = mayEndEarly ? Math.min(places, numbers.last()) : places;
        String reason = mayEndEarly ? "there are demos behind it" : "the run has " + run.places(places);
        if (scope.isOurs()) {
            reportMissing(expected, reason, numbers);
        }
        numbers.tailSet(places)
                .forEach(extra -> error(
                        DemoPaths.inData(DemoPaths.demo(extra)),
                        "is one too many: the run has " + run.places(places),
                        "find out where it comes from and move it out of the file"));
    }

    /** A gap is one finding, however many demos an attribute wants. */
    private void reportMissing(int expected, String reason, Set<Integer> numbers) {
        TreeSet<Integer> known = new TreeSet<>(numbers);
        facts.faults().forEach(fault -> demoNumber(fault.inside()).ifPresent(known::add));
        int first = 0;
        for (int number : known.headSet(expected)) {
            reportGap(first, number - 1, reason);
            first = number + 1;
        }
        reportGap(first, expected - 1, reason);
    }

    private void reportGap(int first, int last, String reason) {
        String demo = DemoPaths.inData(DemoPaths.demo(first));
        if (first == last) {
            error(demo, "is missing: " + reason, ValueFault.RESTORE);
        } else if (first < last) {
            String place = demo + " to " + DemoPaths.demo(last);
            error(place, "are missing: " + reason, ValueFault.RESTORE);
        }
    }

    private static OptionalInt demoNumber(String inside) {
        return DemoPaths.isIn(DATA, inside)
                ? DemoPaths.demoNumber(DemoPaths.below(DATA, inside).split("/", 2)[0])
                : OptionalInt.empty();
    }
}
