package io.github.roboreel.fleet.folders;

import io.github.roboreel.fleet.storage.Location;
import java.io.Serializable;

/**
 * An output folder of a fleet. Immutable.
 *
 * @param name what results call it: as the user named it, or the source above it
 * @param location where it is, for any process
 */
public record FleetFolder(String name, Location location) implements Serializable {}
