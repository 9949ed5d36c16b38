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

/** Offers the policy that goes behind the puck and pushes it to the goal. */
public final class PushPolicyProvider implements PolicyProvider {
    static final String NAME = "planar-pusher-push";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Goes behind the puck and pushes it to the goal.";
    }

    @Override
    public Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
        return whereNotOurs(simulation);
    }

    static Optional<String> whereNotOurs(Simulation simulation) {
        FieldSchema schema = simulation.schema();
        return schema.has(PusherFields.PUSHER) && schema.has(PusherFields.GOAL)
                ? Optional.empty()
                : Optional.of("it knows the planar pusher only");
    }

    @Override
    public VectorPolicy create(PolicyRequest request) {
        return pushing(request);
    }

    static VectorPolicy pushing(PolicyRequest request) {
        return VectorPolicy.of(Collections.nCopies(
                request.numEnvs(), new Push(request.simulation().schema())));
    }

    /** Knows the present only, so that any number of envs may share it. */
    private static final class Push implements Policy {
        private static final double SPEED = 0.4;
        private static final double BEHIND = PusherWorld.PUSHER_RADIUS + PusherWorld.PUCK_RADIUS;
        private static final double GAP = 0.03;
        private static final double DETOUR = BEHIND + 0.04;

        private final Field pusher;
        private final Field puck;
        private final Field goal;

        Push(FieldSchema schema) {
            pusher = schema.field(PusherFields.PUSHER);
            puck = schema.field(PusherFields.PUCK);
            goal = schema.field(PusherFields.GOAL);
        }

        @Override
        public void reset(Observation first, long seed) {}

        @Override
        public void act(Observation now, double[] actionOut) {
            double[] from = now.doubles(puck);
            double[] hand = now.doubles(pusher);
            double x = now.doubles(goal)[0] - from[0];
            double y = now.doubles(goal)[1] - from[1];
            double distance = Math.max(1e-9, Math.hypot(x, y));
            x /= distance;
            y /= distance;
            double along = (hand[0] - from[0]) * x + (hand[1] - from[1]) * y;
            double across = (hand[1] - from[1]) * x - (hand[0] - from[0]) * y;
            double forward = forward(along, across);
            double aside = aside(along, across);
            actionOut[0] = forward * x - aside * y;
            actionOut[1] = forward * y + aside * x;
        }

        private static boolean isBehind(double along) {
            return along < -BEHIND;
        }

        /** Velocity towards the goal. */
        private static double forward(double along, double across) {
            if (along < 0 && Math.abs(across) < 0.3 * BEHIND) {
                return SPEED / 2;
            }
            if (isBehind(along)) {
                return clamp(-BEHIND - GAP - along);
            }
            return Math.abs(across) < DETOUR ? 0 : -SPEED;
        }

        /** Velocity to the left of that. */
        private static double aside(double along, double across) {
            if (isBehind(along) || along < 0 && Math.abs(across) < 0.3 * BEHIND) {
                return clamp(-across);
            }
            return Math.abs(across) < DETOUR ? Math.copySign(SPEED, across) : 0;
        }

        private static double clamp(double metres) {
            return Math.max(-SPEED / 2, Math.min(SPEED / 2, 5 * metres));
        }
    }
}
