package io.github.roboreel.remote;

import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Offers policies that are classes in Python, as {@code python:MODULE:CLASS}. The class runs in a process of its own,
 * one for all envs of a recording; {@code roboreel.policy} describes it.
 */
public final class PythonPolicyProvider implements PolicyProvider {
    private static final String NAME = "python";
    private static final String PREFIX = NAME + ":";
    private static final Pattern TEXT = Pattern.compile("python:([\\w.]+):(\\w+)");
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(120);

    /** Processes by what they have loaded. */
    private final Map<Loaded, PythonProcess> processes = new HashMap<>();

    private final String python;
    private final Duration answerLimit;

    /** Uses the Python that {@code ROBOREEL_PYTHON} names, or that of the path. */
    public PythonPolicyProvider() {
        this(System.getenv().getOrDefault(PythonProcess.VARIABLE, "python3"));
    }

    /** @param python the executable that policies run in */
    public PythonPolicyProvider(String python) {
        this(python, ANSWER_LIMIT);
    }

    PythonPolicyProvider(String python, Duration answerLimit) {
        this.python = python;
        this.answerLimit = answerLimit;
    }

    private record Loaded(String policy, Map<String, Object> setup) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "A class in Python, given as python:MODULE:CLASS.";
    }

    @Override
    public boolean accepts(String policy) {
        return policy.equals(NAME) || policy.startsWith(PREFIX);
    }

    @Override
    public String nameOf(PolicyChoice choice) {
        Matcher matcher = TEXT.matcher(choice.policy());
        return matcher.matches() ? matcher.group(1) + "." + matcher.group(2) : NAME;
    }

    @Override
    public boolean takesConfigFile() {
        return true;
    }

    @Override
    public Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
        try {
            lend(choice, simulation).giveBack();
            return Optional.empty();
        } catch (ServerException e) {
            return Optional.of(e.getMessage());
        }
    }

    @Override
    public VectorPolicy create(PolicyRequest request) {
        PythonProcess process = lend(request.choice(), request.simulation());
        try {
            return new PythonPolicy(process, request.simulation(), request.numEnvs());
        } catch (RuntimeException | Error e) {
            process.giveBack();
            throw e;
        }
    }

    /** A process that has loaded the policy, with one user more. */
    private synchronized PythonProcess lend(PolicyChoice choice, Simulation simulation) {
        Matcher matcher = TEXT.matcher(choice.policy());
        if (!matcher.matches()) {
            throw new ServerException(
                    "'%s' names no class; expected python:MODULE:CLASS, for example python:my_policy:Reach",
                    choice.policy());
        }
        Loaded wanted = new Loaded(choice.policy(), setup(choice, simulation));
        PythonProcess process = processes.get(wanted);
        if (process == null || !process.isAlive()) {
            process = loaded(wanted, matcher, choice.configFolder());
            processes.put(wanted, process);
        } else {
            process.lend();
        }
        return process;
    }

    private PythonProcess loaded(Loaded wanted, Matcher matcher, Path configFolder) {
        Path packages = configFolder.toAbsolutePath().resolveSibling("python");
        PythonProcess process =
                new PythonProcess(matcher.group(1) + ":" + matcher.group(2), python, packages, answerLimit);
        process.lend();
        try {
            Map<String, Object> message = new LinkedHashMap<>(wanted.setup());
            message.put("module", matcher.group(1));
            message.put("class", matcher.group(2));
            process.tell('L', message);
            return process;
        } catch (RuntimeException | Error e) {
            process.end();
            throw e;
        }
    }

    private static Map<String, Object> setup(PolicyChoice choice, Simulation simulation) {
        Map<String, Object> setup = new LinkedHashMap<>();
        setup.put("task", simulation.taskName());
        setup.put("instruction", simulation.instruction());
        setup.put("dt", simulation.dtSeconds());
        setup.put(
                "observations",
                PythonPolicy.parts(simulation).stream()
                        .map(PythonPolicyProvider::observation)
                        .toList());
        setup.put(
                "actions",
                simulation.actionSpace().values().stream()
                        .map(PythonPolicyProvider::action)
                        .toList());
        choice.configFile()
                .ifPresent(
                        file -> setup.put("config_file", file.toAbsolutePath().toString()));
        return setup;
    }

    private static Map<String, Object> observation(FieldPart part) {
        return Map.of(
                "path", part.field().spec().path(),
                "dtype", part.type().label(),
                "shape", part.shape(),
                "unit", part.field().spec().unit());
    }

    private static Map<String, Object> action(ActionSpace.Value value) {
        Map<String, Object> action = new LinkedHashMap<>();
        action.put("name", value.name());
        action.put("unit", value.unit());
        action.put("low", Double.isFinite(value.low()) ? value.low() : null);
        action.put("high", Double.isFinite(value.high()) ? value.high() : null);
        return action;
    }

    /** Ends all processes; those of policies that are open are missing then. */
    public synchronized void endProcesses() {
        processes.values().forEach(PythonProcess::end);
        processes.clear();
    }
}
