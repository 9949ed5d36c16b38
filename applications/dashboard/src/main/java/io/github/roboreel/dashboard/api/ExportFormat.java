package io.github.roboreel.dashboard.api;

import java.util.List;
import java.util.function.Function;

/**
 * A format that {@code roboreel export} writes, for the command lines that a page offers.
 *
 * @param name as in the command
 * @param target options that say where a dataset of a name goes, for example {@code --out=NAME.hdf5}
 */
public record ExportFormat(String name, Function<String, List<String>> target) {}
