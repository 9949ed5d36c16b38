package io.github.roboreel.simulation;

import java.util.List;

/** One policy per env. */
record PolicyPerEnv(List<Policy> policies) implements VectorPolicy {
    @Override
    public void reset(int env, Observation first, long seed) {
        policies.get(env).reset(first, seed);
    }

    @Override
    public void act(int[] envs, Observation[] now, double[][] actionsOut) {
        for (int env : envs) {
            act(env, now[env], actionsOut[env]);
        }
    }

    /** A failure among several envs names the one. */
    private void act(int env, Observation now, double[] actionOut) {
        if (policies.size() == 1) {
            policies.get(env).act(now, actionOut);
            return;
        }
        try {
            policies.get(env).act(now, actionOut);
        } catch (RuntimeException e) {
            throw new EnvFailedException(env, e.toString(), e);
        }
    }

    @Override
    public void close() {
        policies.forEach(Policy::close);
    }
}
