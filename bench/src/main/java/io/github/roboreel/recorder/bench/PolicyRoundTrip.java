package io.github.roboreel.recorder.bench;

import io.github.roboreel.remote.PythonPolicyProvider;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.VectorEnv;
import io.github.roboreel.simulation.VectorPolicy;
import java.nio.file.Path;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** How long a policy in Python that does nothing keeps a simulator waiting: one env of the first simulation. */
final class PolicyRoundTrip {
    private static final String POLICY = "python:roboreel.policy:Zero";
    private static final int WARM_UP_STEPS = 2000;

    private final PythonPolicyProvider provider;
    private final PolicyChoice choice;
    private final Simulation simulation;

    /** @param python the Python that the policy runs in */
    PolicyRoundTrip(String python) {
        Path config = PeerProcess.home().resolve("config");
        SimulationProvider first = SimulationProvider.all().get(0);
        provider = new PythonPolicyProvider(python);
        choice = new PolicyChoice(POLICY, Optional.empty(), config);
        simulation = first.create(new SimulationRequest(
                first.taskNames(config).get(0), "default", POLICY, 1, 0, 0, CameraRequest.NONE, config));
    }

    /** Times of so many actions at a pace. */
    Histogram nanos(int count, double hz) {
        Optional<String> objection = provider.objectionTo(choice, simulation);
        if (objection.isPresent()) {
            throw new IllegalStateException(objection.get());
        }
        try (VectorEnv envs = simulation.open(1);
                VectorPolicy policy = provider.create(new PolicyRequest(choice, simulation, envs, 1))) {
            Observation[] now = {new Observation(simulation.schema())};
            double[][] actions = new double[1][simulation.actionSpace().size()];
            envs.reset(0, 0);
            envs.observe(0, now[0]);
            policy.reset(0, now[0], 0);
            act(policy, now, actions, Math.min(WARM_UP_STEPS, count), 0);
            return act(policy, now, actions, count, hz);
        } finally {
            provider.endProcesses();
        }
    }

    private static Histogram act(VectorPolicy policy, Observation[] now, double[][] actions, int count, double hz) {
        Stalls stalls = new Stalls(hz);
        int[] envs = {0};
        for (int step = 0; step < count; step++) {
            stalls.awaitTurn();
            long start = System.nanoTime();
            policy.act(envs, now, actions);
            stalls.add(step, start, System.nanoTime());
        }
        return stalls.nanos();
    }
}
