package io.github.roboreel.bridge;

/**
 * Where an episode of a client, or the rest of one, is recorded.
 *
 * @param run number of the run
 * @param demo number of the demo
 * @param firstStep steps of the client's episode that are recorded elsewhere, before it
 * @param firstEvent events likewise
 */
record RecordedPlace(int run, int demo, long firstStep, long firstEvent) {}
