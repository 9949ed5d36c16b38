package io.github.roboreel.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.EnvFailedException;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.VectorEnv;
import io.github.roboreel.simulation.VectorPolicy;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies in Debian's Python, as a recording asks them. */
class PythonPolicyIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("obs/half", DType.FLOAT16, 2).withUnit("m"),
            FieldSpec.step("obs/q", DType.FLOAT64, 3),
            FieldSpec.step("obs/count", DType.INT64),
            FieldSpec.step("obs/open", DType.BOOL, 1),
            FieldSpec.image("obs/camera", 2, 3),
            FieldSpec.text("obs/name", 8),
            FieldSpec.step("states/arm", DType.FLOAT32, 7));
    private static final Sketch SIMULATION = new Sketch(SCHEMA);
    private static final VectorEnv UNOPENED = (VectorEnv) Proxy.newProxyInstance(
            PythonPolicyIT.class.getClassLoader(), new Class<?>[] {VectorEnv.class}, (proxy, method, values) -> null);
    private static final Path PACKAGES = Path.of("../../python");

    private final PythonPolicyProvider provider = new PythonPolicyProvider("/usr/bin/python3", Duration.ofSeconds(30));

    /** Beside it stands the package's folder, as in an installation. */
    @TempDir
    Path home;

    @AfterEach
    void endProcesses() {
        provider.endProcesses();
    }

    private PolicyChoice choice(String policy) throws IOException {
        Path config = Files.createDirectories(home.resolve("config"));
        if (!Files.exists(home.resolve("python"))) {
            Files.createSymbolicLink(home.resolve("python"), PACKAGES.toRealPath());
        }
        return new PolicyChoice(policy, Optional.empty(), config);
    }

    /** The name of a policy whose module holds these lines; the module lies where this test runs. */
    private String module(String name, String... lines) throws IOException {
        Path folder = Files.createDirectories(Path.of("target/policies"));
        Files.writeString(folder.resolve(name + ".py"), String.join("\n", lines) + "\n");
        return "python:target.policies." + name + ":Policy";
    }

    private VectorPolicy policy(String policy, int numEnvs) throws IOException {
        assertEquals(Optional.empty(), provider.objectionTo(choice(policy), SIMULATION));
        return provider.create(new PolicyRequest(choice(policy), SIMULATION, UNOPENED, numEnvs));
    }

    private static Observation observation(int env) {
        Observation observation = new Observation(SCHEMA);
        observation.put(SCHEMA.field("obs/half"), new float[] {env, 0.5f});
        observation.put(SCHEMA.field("obs/q"), new double[] {env + 0.25, 2, 3});
        observation.put(SCHEMA.field("obs/count"), new long[] {1L << 40 | env});
        observation.put(SCHEMA.field("obs/open"), new boolean[] {env % 2 == 1});
        byte[] pixels = new byte[18];
        pixels[17] = (byte) (200 + env);
        observation.put(SCHEMA.field("obs/camera"), pixels);
        return observation;
    }

    private static Observation[] observations(int numEnvs) {
        return IntStream.range(0, numEnvs).mapToObj(PythonPolicyIT::observation).toArray(Observation[]::new);
    }

    @Test
    void act_seesEveryFieldOfTheEnvsThatActAndGivesTheirActions() throws IOException {
        String name = module(
                "sees",
                "import numpy as np",
                "class Policy:",
                "    def __init__(self, setup):",
                "        assert (setup.task, setup.instruction, setup.dt) == ('Task', 'Do it.', 0.1), setup",
                "        assert [(one.name, one.unit, one.low, one.high) for one in setup.actions] == [",
                "            ('value 0', 'rad', -1.0, 1.0), ('value 1', 'rad', -1.0, 1.0)], setup",
                "        said = {one.path: (one.dtype, one.shape, one.unit) for one in setup.observations}",
                "        assert said == {'obs/half': ('float32', (2,), 'm'), 'obs/q': ('float64', (3,), ''),",
                "            'obs/count': ('int64', (), ''), 'obs/open': ('bool', (1,), ''),",
                "            'obs/camera': ('uint8', (2, 3, 3), '')}, said",
                "    def act(self, observations, envs):",
                "        n = len(envs)",
                "        assert {path: (rows.dtype.name, rows.shape) for path, rows in observations.items()} == {",
                "            'obs/half': ('float32', (n, 2)), 'obs/q': ('float64', (n, 3)), 'obs/count': ('int64', (n,)),",
                "            'obs/open': ('bool', (n, 1)), 'obs/camera': ('uint8', (n, 2, 3, 3))}",
                "        assert (observations['obs/count'] == 2**40 + envs).all(), observations",
                "        assert (observations['obs/half'] == np.stack([envs, np.full(n, 0.5)], 1)).all()",
                "        assert (observations['obs/open'][:, 0] == (envs % 2 == 1)).all()",
                "        assert (observations['obs/camera'][:, 1, 2, 2] == 200 + envs).all()",
                "        return np.stack([observations['obs/q'][:, 0], -envs], 1)");
        try (VectorPolicy policy = policy(name, 3)) {
            double[][] actions = new double[3][2];
            policy.act(new int[] {0, 1, 2}, observations(3), actions);
            assertArrayEquals(new double[][] {{0.25, 0}, {1.25, -1}, {2.25, -2}}, actions);
            double[][] some = new double[3][2];
            policy.act(new int[] {2}, observations(3), some);
            assertArrayEquals(new double[][] {{0, 0}, {0, 0}, {2.25, -2}}, some);
        }
    }

    @Test
    void oneInstance_servesAllEnvsOfARecordingByNumbersOfTheirOwn() throws IOException {
        String name = module(
                "shared",
                "class Policy:",
                "    begun = []",
                "    def reset(self, env, observations, seed):",
                "        self.begun.append((env, float(observations['obs/q'][0]), seed))",
                "    def act(self, observations, envs):",
                "        return [[int(env), len(self.begun)] for env in envs]",
                "    def attributes(self, env):",
                "        return {'begun': str(self.begun), 'env': env, 'half': 0.5, 'is_last': env == 2}");
        try (VectorPolicy first = policy(name, 2);
                VectorPolicy second = policy(name, 1)) {
            first.reset(1, observation(1), 7);
            second.reset(0, observation(0), Long.MAX_VALUE);
            double[][] actions = new double[2][2];
            first.act(new int[] {0, 1}, observations(2), actions);
            assertArrayEquals(new double[][] {{0, 2}, {1, 2}}, actions);
            assertEquals(
                    Map.of(
                            "begun",
                            "[(1, 1.25, 7), (2, 0.25, " + Long.MAX_VALUE + ")]",
                            "env",
                            2L,
                            "half",
                            0.5,
                            "is_last",
                            true),
                    second.attributes(0));
        }
        try (VectorPolicy next = policy(name, 1)) {
            double[][] actions = new double[1][2];
            next.act(new int[] {0}, observations(1), actions);
            assertArrayEquals(new double[][] {{0, 2}}, actions, "the process stays, and numbers begin at 0 again");
        }
    }

    @Test
    void whatItPrints_isNoAnswer() throws IOException {
        String name = module(
                "prints",
                "print('loading')",
                "class Policy:",
                "    def act(self, observations, envs):",
                "        print('acting')",
                "        return [1, 2]");
        try (VectorPolicy policy = policy(name, 1)) {
            double[][] actions = new double[1][2];
            policy.act(new int[] {0}, observations(1), actions);
            assertArrayEquals(new double[][] {{1, 2}}, actions);
            assertEquals(Map.of(), policy.attributes(0));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no_module     | python:target.policies.no_such:Policy | there is no module 'target.policies.no_such'; /usr/bin/python3",
                "no_class      | python:target.policies.plain:Polizy   | module target.policies.plain has no class 'Polizy'; did you mean 'Policy'?",
                "no_form       | python:plain                          | 'python:plain' names no class; expected python:MODULE:CLASS",
                "needs_module  | import no_such_library                | module target.policies.needs_module needs module 'no_such_library', which is not there",
                "bad_syntax    | class Policy(                         | importing target.policies.bad_syntax raised SyntaxError",
                "no_act        | class Policy: pass                    | target.policies.no_act:Policy has no method act(observations, envs)",
                "raises        | class Policy: __init__ = lambda self: 1 / 0 | target.policies.raises:Policy() raised ZeroDivisionError: division by zero (",
            })
    void whatCannotAct_isRefusedBeforeRecording(String name, String policyOrLine, String sentence) throws IOException {
        module("plain", "class Policy:", "    def act(self, observations, envs): return [0, 0]");
        String policy = policyOrLine.startsWith("python:") ? policyOrLine : module(name, policyOrLine);
        String objection = provider.objectionTo(choice(policy), SIMULATION).orElseThrow();
        assertTrue(objection.startsWith(sentence), objection);
        assertFalse(objection.contains("\n"), objection);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[[1, 2, 3]]        | returned int64 of shape (1, 3); expected floats of shape (1, 2)",
                "[float('nan'), 0]  | returned nan for value 0; expected finite numbers",
                "None               | returned object of shape (); expected floats of shape (1, 2)",
                "str(envs)          | returned str96 of shape ()",
                "{}                 | returned a dict; expected an array of shape (1, 2)",
                "open('/no/file')   | raised FileNotFoundError: [Errno 2] No such file or directory: '/no/file' (",
            })
    void whatIsNoAction_endsTheEpisodeWithOneSentence(String returned, String words) throws IOException {
        String name = module(
                "returns" + Math.abs(returned.hashCode()),
                "class Policy:",
                "    def act(self, observations, envs):",
                "        return " + returned);
        try (VectorPolicy policy = policy(name, 1)) {
            EnvFailedException fault = assertThrows(
                    EnvFailedException.class, () -> policy.act(new int[] {0}, observations(1), new double[1][2]));
            assertTrue(fault.getMessage().contains(":Policy.act " + words), fault.getMessage());
            assertFalse(fault.getMessage().contains("\n"), fault.getMessage());
        }
    }

    @Test
    void aProcessThatEnds_isNamedWithItsExitCodeAndAnotherOneFollows() throws IOException {
        String name =
                module("ends", "import os", "class Policy:", "    def act(self, observations, envs): os._exit(7)");
        for (int time = 0; time < 2; time++) {
            try (VectorPolicy policy = policy(name, 1)) {
                EnvFailedException fault = assertThrows(
                        EnvFailedException.class, () -> policy.act(new int[] {0}, observations(1), new double[1][2]));
                assertTrue(
                        fault.getMessage()
                                .startsWith("the Python process of policy target.policies.ends:Policy ended with exit"
                                        + " code 7;"),
                        fault.getMessage());
            }
        }
    }

    @Test
    void anAnswerThatDoesNotCome_isNotWaitedForForever() throws IOException {
        PythonPolicyProvider impatient = new PythonPolicyProvider("/usr/bin/python3", Duration.ofSeconds(2));
        String name = module("sleeps", "import time", "class Policy:", "    def __init__(self): time.sleep(600)");
        assertEquals(
                Optional.of("policy target.policies.sleeps:Policy did not answer within 2 s and was ended"),
                impatient.objectionTo(choice(name), SIMULATION));
    }

    @Test
    void aPythonThatIsNotThere_isNamed() throws IOException {
        PythonPolicyProvider none = new PythonPolicyProvider("/no/python", Duration.ofSeconds(2));
        String objection = none.objectionTo(choice("python:a:B"), SIMULATION).orElseThrow();
        assertTrue(objection.startsWith("/no/python cannot be started ("), objection);
        assertTrue(objection.endsWith("; install Python 3.10 or newer, or set ROBOREEL_PYTHON"), objection);
    }

    @Test
    void aPythonWithoutThePackage_saysSoInOneLineAndIsRefused() throws Exception {
        Path config = Files.createDirectories(home.resolve("bare/config"));
        Path broken =
                Files.createDirectories(home.resolve("bare/python/roboreel")).resolve("_policy_server.py");
        Files.writeString(broken, "import no_numpy_here\n");
        Path said = home.resolve("said.txt");
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", PythonProcess.MAIN)
                .directory(home.resolve("bare/python").toFile())
                .redirectError(said.toFile())
                .start();
        assertEquals(1, python.waitFor());
        assertEquals("/usr/bin/python3: No module named 'no_numpy_here'\n", Files.readString(said));
        String objection = provider.objectionTo(new PolicyChoice("python:a:B", Optional.empty(), config), SIMULATION)
                .orElseThrow();
        assertTrue(
                objection.startsWith(
                        "the Python process of policy a:B ended with exit code 1; its last words are above"),
                objection);
    }
}
