package io.github.roboreel.simulation;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.NamedProviders;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A kind of policy. Found by {@link ServiceLoader}: a new one is a class and its line in {@code META-INF/services}. Any
 * thread may use it.
 */
public interface PolicyProvider {
    /**
     * The providers on the class path and in the plug-ins, those of the class path first.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when two have the same name
     */
    static List<PolicyProvider> all() {
        return NamedProviders.all(PolicyProvider.class, PolicyProvider::name);
    }

    /** Name that {@code record --policy} takes. */
    String name();

    /** The name that recordings show of a policy as it was asked for. */
    default String nameOf(PolicyChoice choice) {
        return name();
    }

    /** One line for people: how it acts. */
    String description();

    /** Whether {@code --policy} means this provider: by its name, or for example by an address that it understands. */
    default boolean accepts(String policy) {
        return policy.equals(name());
    }

    /** Whether it takes a file of {@code --policy-config}; others are refused one. */
    default boolean takesConfigFile() {
        return false;
    }

    /** Why this policy, as it was asked for, cannot act in a simulation; empty when it can. Asked before recording. */
    default Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
        return Optional.empty();
    }

    /**
     * Makes what acts in the envs of one vector. Called by the thread that steps them.
     *
     * @throws RoboReelException when it cannot be had, for example because a server does not answer
     */
    VectorPolicy create(PolicyRequest request);
}
