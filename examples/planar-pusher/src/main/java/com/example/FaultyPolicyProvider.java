package com.example;

import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorPolicy;
import java.util.Optional;

/** Offers a policy that errs in step 5 of the episode with seed 3, to show what becomes of the run. */
public final class FaultyPolicyProvider implements PolicyProvider {
    private static final String PREFIX = "planar-pusher-errs:";
    private static final long SEED = 3;
    private static final int STEP = 5;

    @Override
    public String name() {
        return PREFIX + "nan";
    }

    @Override
    public String description() {
        return "Pushes, and errs in step 5 of the episode with seed 3; also :shape, :exception.";
    }

    @Override
    public boolean accepts(String policy) {
        return policy.matches(PREFIX + "(nan|shape|exception)");
    }

    @Override
    public Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
        return PushPolicyProvider.whereNotOurs(simulation);
    }

    @Override
    public VectorPolicy create(PolicyRequest request) {
        return new Faulty(request, request.choice().policy().substring(PREFIX.length()));
    }

    private static final class Faulty implements VectorPolicy {
        private final PolicyRequest request;
        private final VectorPolicy pushing;
        private final String fault;
        private final int[] numSteps;

        Faulty(PolicyRequest request, String fault) {
            this.request = request;
            this.fault = fault;
            pushing = PushPolicyProvider.pushing(request);
            numSteps = new int[request.numEnvs()];
        }

        @Override
        public void reset(int env, Observation first, long seed) {
            pushing.reset(env, first, seed);
            numSteps[env] = 0;
        }

        @Override
        public void act(int[] envs, Observation[] now, double[][] actionsOut) {
            pushing.act(envs, now, actionsOut);
            for (int env : envs) {
                if (numSteps[env]++ == STEP && seed(env) == SEED) {
                    err(env, actionsOut);
                }
            }
        }

        private long seed(int env) {
            return request.envs().unwrap(env, PusherEnv.class).orElseThrow().seed();
        }

        private void err(int env, double[][] actionsOut) {
            switch (fault) {
                case "nan" -> actionsOut[env][1] = Double.NaN;
                case "shape" -> actionsOut[env] = new double[3];
                default -> throw new IllegalStateException("the policy's model is gone");
            }
        }
    }
}
