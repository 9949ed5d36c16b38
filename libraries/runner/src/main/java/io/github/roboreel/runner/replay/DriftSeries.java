package io.github.roboreel.runner.replay;

/**
 * The drift of one part of a field over an episode.
 *
 * @param path of the field below the demo
 * @param part which of its values
 * @param firstStep the step that the first value belongs to; 0 is the start
 * @param values one for each row
 */
record DriftSeries(String path, DriftPart part, int firstStep, double[] values) {}
