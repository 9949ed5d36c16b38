package com.example;

import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import java.util.SplittableRandom;

/** Moves each actuator in a sine of its own, whose frequency and phase come from the seed. */
final class SmoothNoisePolicy implements Policy {
    private static final double SHARE_OF_RANGE = 0.3;
    private static final double MIN_HERTZ = 0.3;
    private static final double MAX_HERTZ = 1.5;

    private final double[] amplitudes;
    private final double dtSeconds;
    private final double[] radiansPerStep;
    private final double[] phases;
    private int step;

    SmoothNoisePolicy(ActionSpace space, double dtSeconds) {
        this.dtSeconds = dtSeconds;
        amplitudes = space.values().stream().mapToDouble(SmoothNoisePolicy::amplitude).toArray();
        radiansPerStep = new double[space.size()];
        phases = new double[space.size()];
    }

    private static double amplitude(ActionSpace.Value value) {
        double range = Math.min(-value.low(), value.high());
        return SHARE_OF_RANGE * (Double.isInfinite(range) ? 1 : Math.max(0, range));
    }

    @Override
    public void reset(Observation first, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < amplitudes.length; i++) {
            radiansPerStep[i] = 2 * Math.PI * dtSeconds * (MIN_HERTZ + (MAX_HERTZ - MIN_HERTZ) * random.nextDouble());
            phases[i] = 2 * Math.PI * random.nextDouble();
        }
        step = 0;
    }

    @Override
    public void act(Observation now, double[] actionOut) {
        for (int i = 0; i < amplitudes.length; i++) {
            actionOut[i] = amplitudes[i] * Math.sin(radiansPerStep[i] * step + phases[i]);
        }
        step++;
    }
}
