/** Bodies, arm and gripper of the tabletop. */
package io.github.roboreel.simulator.physics;
