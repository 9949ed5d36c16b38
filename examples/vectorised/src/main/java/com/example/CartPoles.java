package com.example;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Cart-poles that are stepped by one call. Their state is an array per quantity, as a simulator on a GPU has it. */
final class CartPoles {
    static final double DT_SECONDS = 0.02;
    /** Cart position m, its velocity m/s, pole angle rad, its velocity rad/s. */
    static final int STATE = 4;

    private static final double GRAVITY = 9.81;
    private static final double CART_KG = 1.0;
    private static final double POLE_KG = 0.1;
    private static final double HALF_POLE_METRES = 0.5;
    private static final double FALLEN_RAD = 0.6;

    private final float[] states;

    CartPoles(int numEnvs, long seed) {
        states = new float[numEnvs * STATE];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < states.length; i++) {
            states[i] = (float) (0.2 * random.nextDouble() - 0.1);
        }
    }

    /** Shape (N, 4), row-major; the simulator's own array. */
    float[] states() {
        return states;
    }

    /** Of one env, a copy. */
    float[] state(int env) {
        return Arrays.copyOfRange(states, env * STATE, (env + 1) * STATE);
    }

    boolean hasFallen(int env) {
        return Math.abs(states[env * STATE + 2]) > FALLEN_RAD;
    }

    /** Advances every cart whose pole has not fallen by one step of semi-implicit Euler. */
    void step(float[] forcesNewton) {
        for (int env = 0; env < forcesNewton.length; env++) {
            if (!hasFallen(env)) {
                step(env * STATE, forcesNewton[env]);
            }
        }
    }

    private void step(int at, double force) {
        double omega = states[at + 3];
        double sin = Math.sin(states[at + 2]);
        double cos = Math.cos(states[at + 2]);
        double all = CART_KG + POLE_KG;
        double push = (force + POLE_KG * HALF_POLE_METRES * omega * omega * sin) / all;
        double turn = (GRAVITY * sin - cos * push) / (HALF_POLE_METRES * (4.0 / 3 - POLE_KG * cos * cos / all));
        double accelerate = push - POLE_KG * HALF_POLE_METRES * turn * cos / all;
        states[at + 1] += (float) (DT_SECONDS * accelerate);
        states[at] += (float) (DT_SECONDS * states[at + 1]);
        states[at + 3] += (float) (DT_SECONDS * turn);
        states[at + 2] += (float) (DT_SECONDS * states[at + 3]);
    }
}
