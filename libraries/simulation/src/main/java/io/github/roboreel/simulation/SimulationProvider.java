package io.github.roboreel.simulation;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.NamedProviders;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A simulator that can be recorded. Found by {@link ServiceLoader}: a new one is a class and its line in
 * {@code META-INF/services}. Without state; any thread may use it.
 */
public interface SimulationProvider {
    /**
     * The providers on the class path and in the plug-ins, those of the class path first.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when two have the same name
     */
    static List<SimulationProvider> all() {
        return NamedProviders.all(SimulationProvider.class, SimulationProvider::name);
    }

    /** Name that {@code record --env} takes: lower-case letters, digits and hyphens. */
    String name();

    /** What {@code simulator} says in the configurations of its recordings, by which a replay finds it. */
    default String simulatorName() {
        return name();
    }

    /** Version of the simulator, for the provenance of its recordings; null or empty where it is not known. */
    default String simulatorVersion() {
        return "";
    }

    /** One line for people: what is simulated. */
    String description();

    /**
     * Names of its tasks, as {@code --task} takes them; the first is the default.
     *
     * @param configFolder the installation's {@code config}
     */
    List<String> taskNames(Path configFolder);

    /**
     * Describes a task.
     *
     * @param task one of {@link #taskNames}, or a file where such are taken
     * @throws RoboReelException of kind BAD_ARGUMENT, when the task's file is faulty
     */
    TaskInfo task(String task, Path configFolder);

    /** Whether a task is named by its file: a path with a slash, or a name that ends in {@code .yaml}. */
    static boolean isTaskFile(String task) {
        return task.contains("/") || task.endsWith(".yaml");
    }

    /** Whether {@code --task} may also name a file. */
    default boolean takesTaskFiles() {
        return false;
    }

    /** Whether resets take {@link SimulationRequest#resetOptionsJson}; otherwise recordings with some are refused. */
    default boolean takesResetOptions() {
        return false;
    }

    /** The policy that acts when none is named. */
    String defaultPolicy();

    /**
     * Prepares a recording; no env is made yet.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when the request names what it does not know
     */
    Simulation create(SimulationRequest request);
}
