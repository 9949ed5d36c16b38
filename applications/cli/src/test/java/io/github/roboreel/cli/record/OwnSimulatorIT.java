package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.ChildJvm;
import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.plugin.PluginSources;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.SimulationProvider;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulator and the policy of the guide, compiled as it says and recorded by the command line. */
class OwnSimulatorIT {
    private static final Path GUIDE = InProcess.HOME.resolve("docs/how-to/own-simulator.md");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    private Path classes;

    @BeforeEach
    void compile() throws IOException {
        PluginSources guide = new PluginSources(folder.resolve("cart"));
        Matcher blocks = BLOCK.matcher(Files.readString(GUIDE));
        while (blocks.find()) {
            guide.add(blocks.group(1));
        }
        classes = guide.offering(SimulationProvider.class.getName(), "CartProvider")
                .offering(PolicyProvider.class.getName(), "SpringProvider")
                .classes();
    }

    private InProcess roboreel(String... arguments) {
        return InProcess.run(Stream.concat(Stream.of("--plugin", classes.toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }

    /** The last of two class paths is the one that the JVM takes. */
    private ChildJvm onClassPath(String... arguments) throws Exception {
        String classPath = ChildJvm.classPath() + File.pathSeparator + classes;
        ChildJvm child = ChildJvm.startWith(folder, List.of("-cp", classPath), arguments);
        assertEquals(0, child.exitCode(), child.err());
        return child;
    }

    @Test
    void itIsListedBehindTheBuiltInOne() throws Exception {
        String listed = onClassPath("record", "--list", "--json").out();
        assertEquals(listed, roboreel("record", "--list", "--json").out());
        JsonNode offers = new ObjectMapper().readTree(listed);
        assertEquals("tabletop", offers.at("/simulations/0/name").asText());
        assertEquals("cart", offers.at("/simulations/1/name").asText());
        assertEquals(
                "Bring the cart to the centre",
                offers.at("/simulations/1/tasks/0/description").asText());
        List<String> policies = offers.at("/policies").findValuesAsText("name");
        assertEquals("cart-spring", policies.get(policies.size() - 1), policies.toString());
    }

    @Test
    void itIsRecordedAndCheckedLikeAnyOther() throws Exception {
        InProcess record = roboreel(
                "record",
                "--env",
                "cart",
                "--num-envs",
                "5",
                "--num-runs",
                "2",
                "--seed",
                "11",
                "--max-steps",
                "40",
                "--output-dir",
                folder.resolve("out").toString(),
                "--output-folder-name",
                "carts",
                "--json");
        assertEquals(Outcome.OK, record.outcome(), record.err());
        JsonNode result = new ObjectMapper().readTree(record.out());
        assertEquals("CentreCartTask", result.get("task").asText());
        assertEquals("cart-spring", result.get("policy").asText());
        assertEquals(10, result.get("episodes").size());
        for (JsonNode episode : result.get("episodes")) {
            int number = 5 * episode.get("run").asInt() + episode.get("env_id").asInt();
            assertEquals(11 + number, episode.get("seed").asInt());
        }
        assertEquals("values and configuration are right\n", ChildJvm.python("-c", """
                import h5py, json, numpy as np, os, sys
                os.chdir(sys.argv[1])
                with h5py.File('out/carts/CentreCartTask/run_1.hdf5') as f:
                    for env in range(5):
                        demo = f['data/demo_%d' % env]
                        assert demo.attrs['num_samples'] == 40
                        state, action = demo['states/cart'][()], demo['actions'][()]
                        position = demo['obs/position'][()]
                        assert np.array_equal(action[:, 0], -position[:, 0])
                        assert np.array_equal(position[1:, 0], state[:-1, 0].astype(np.float32))
                        v = np.concatenate([[0], state[:-1, 1]])
                        assert np.allclose(state[:, 1], v + 0.02 * (action[:, 0] - v), atol=1e-9)
                config = json.load(open('out/carts/CentreCartTask/env_cfg.json'))
                assert config['sim']['dt'] == 0.02 and config['num_envs'] == 5 and config['seed'] == 11, config
                assert config['simulator'] == 'cart', config
                print('values and configuration are right')
                """, folder.toString()));
        InProcess check = roboreel("check", folder.resolve("out/carts").toString());
        assertEquals(Outcome.OK, check.outcome(), check.out() + check.err());
    }

    @Test
    void aPolicyOfAnotherSimulatorIsRefused() {
        String out = folder.resolve("out").toString();
        InProcess record = roboreel("record", "--env", "cart", "--policy", "scripted", "--output-dir", out);
        assertEquals(Outcome.BAD_ARGUMENTS, record.outcome());
        assertEquals("roboreel: policy scripted cannot act in cart: it knows the tabletop only\n", record.err());
        assertTrue(Files.notExists(folder.resolve("out")));
    }
}
