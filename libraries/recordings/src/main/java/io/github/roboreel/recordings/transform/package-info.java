/**
 * Lazy sequences of recorded steps and episodes, and what turns them into what policies are trained on: windows, n-step
 * transitions, stacked frames, chunks of actions, other alignments, shuffles and splits. Nothing is read before a
 * sequence is gone through, and then no more is held than each operation says.
 *
 * <p>What the operations mean follows {@code rlds.transformations} of google-research/rlds at commit
 * be119daba87f593d4d2952074419878ac8393574 and its docs/transformations.md at 40f477ba; each says where it differs.
 * That library needs TensorFlow and Reverb, so values are compared with formulas written from its source in numpy
 * ({@code conformance/make_transform_vectors.py}), not with its own output.
 */
package io.github.roboreel.recordings.transform;
