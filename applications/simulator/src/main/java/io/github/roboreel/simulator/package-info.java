/**
 * A tabletop in rigid-body physics: a Franka-Panda-like arm with a Robotiq 2F-85 gripper, a banana, a bowl and a
 * Rubik's cube, scripted policies and software-rendered cameras.
 *
 * <p>Units are SI (metres, radians, seconds); quaternions are (w, x, y, z); positions are env-local, with the origin at
 * the robot's base on the table's surface, x forward, y left, z up.
 */
package io.github.roboreel.simulator;
