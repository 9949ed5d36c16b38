package com.example;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorPolicy;
import java.util.Collections;
import java.util.Optional;

/** Offers the policy that sweeps the arm across the crate. */
public final class CratePushPolicyProvider implements PolicyProvider {
    static final String NAME = "bullet-arm-sweep";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Sweeps the crate across the line with a bent arm.";
    }

    @Override
    public Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
        FieldSchema schema = simulation.schema();
        return schema.has(ArmFields.JOINT_POSITIONS) && schema.has(ArmFields.CRATE)
                ? Optional.empty()
                : Optional.of("it knows the arm of Bullet only");
    }

    @Override
    public VectorPolicy create(PolicyRequest request) {
        return VectorPolicy.of(Collections.nCopies(
                request.numEnvs(), new Sweep(request.simulation().schema())));
    }

    /** Knows the present only, so that any number of envs may share it. */
    static final class Sweep implements Policy {
        private static final double SPEED = 0.9;
        private static final double SLOWEST = 0.3;
        private static final double HOOK = 0.3;
        private static final double GAIN = 6;

        private final Field joints;
        private final Field crate;

        Sweep(FieldSchema schema) {
            joints = schema.field(ArmFields.JOINT_POSITIONS);
            crate = schema.field(ArmFields.CRATE);
        }

        @Override
        public void reset(Observation first, long seed) {}

        @Override
        public void act(Observation now, double[] actionOut) {
            double left = ArmWorld.LINE - now.floats(crate)[1];
            actionOut[0] = Math.max(SLOWEST, Math.min(SPEED, GAIN * left));
            actionOut[1] = clamp(GAIN * (HOOK - now.floats(joints)[1]));
        }

        private static double clamp(double speed) {
            return Math.max(-ArmWorld.MAX_SPEED, Math.min(ArmWorld.MAX_SPEED, speed));
        }
    }
}
