package io.github.roboreel.simulator;

import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The policies that act in the tabletop, found through {@link java.util.ServiceLoader}. */
public final class TabletopPolicies {
    /** Name of the policy that acts when none is named. */
    public static final String SCRIPTED = ScriptedPickAndPlacePolicy.NAME;

    private TabletopPolicies() {}

    public static List<Provider> all() {
        return List.of(new Scripted(), new Hold(), new Noise());
    }

    /** Offers {@link ScriptedPickAndPlacePolicy}. */
    public static final class Scripted extends Provider {
        /** For {@link java.util.ServiceLoader}. */
        public Scripted() {
            super(
                    ScriptedPickAndPlacePolicy.NAME,
                    "Picks the task's object and places it, with the errors that people make.",
                    ScriptedPickAndPlacePolicy::new);
        }
    }

    /** Offers {@link HoldPolicy}. */
    public static final class Hold extends Provider {
        /** For {@link java.util.ServiceLoader}. */
        public Hold() {
            super(HoldPolicy.NAME, "Keeps the arm where the episode began, gripper open.", HoldPolicy::new);
        }
    }

    /** Offers {@link NoisePolicy}. */
    public static final class Noise extends Provider {
        /** For {@link java.util.ServiceLoader}. */
        public Noise() {
            super(
                    NoisePolicy.NAME,
                    "Wanders about the start posture, opens and closes the gripper at random.",
                    NoisePolicy::new);
        }
    }

    /** A policy that looks into the tabletop. */
    public abstract static class Provider implements PolicyProvider {
        private final String name;
        private final String description;
        private final Supplier<? extends TabletopPolicy> factory;

        /** @param factory makes one per env */
        protected Provider(String name, String description, Supplier<? extends TabletopPolicy> factory) {
            this.name = name;
            this.description = description;
            this.factory = factory;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return description;
        }

        /** Makes one for an env. */
        public TabletopPolicy create() {
            return factory.get();
        }

        @Override
        public Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
            return simulation instanceof TabletopSimulation
                    ? Optional.empty()
                    : Optional.of("it knows the tabletop only");
        }

        @Override
        public VectorPolicy create(PolicyRequest request) {
            List<Policy> policies = new ArrayList<>();
            for (int env = 0; env < request.numEnvs(); env++) {
                TabletopEnv tabletop =
                        request.envs().unwrap(env, TabletopEnv.class).orElseThrow();
                policies.add(new InTabletop(tabletop, create()));
            }
            return VectorPolicy.of(policies);
        }
    }

    private record InTabletop(TabletopEnv env, TabletopPolicy policy) implements Policy {
        @Override
        public void reset(Observation first, long seed) {
            policy.reset(env, seed);
        }

        @Override
        public void act(Observation now, double[] actionOut) {
            policy.act(env, actionOut);
        }
    }
}
