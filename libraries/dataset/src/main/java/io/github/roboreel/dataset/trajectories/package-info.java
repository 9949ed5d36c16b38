/**
 * Reads datasets that are HDF5 files of trajectories: DROID's, ALOHA's and ManiSkill's. A new one is a
 * {@code TrajectoryLayout}, a format and its line in {@code META-INF/services}.
 */
package io.github.roboreel.dataset.trajectories;
