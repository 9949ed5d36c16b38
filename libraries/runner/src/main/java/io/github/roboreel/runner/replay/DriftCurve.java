package io.github.roboreel.runner.replay;

/**
 * Drift of one field over the steps.
 *
 * @param field path of the field below the demo
 * @param unit of the values; may be empty
 * @param values one for each step, at least one of them positive
 */
public record DriftCurve(String field, String unit, double[] values) {}
