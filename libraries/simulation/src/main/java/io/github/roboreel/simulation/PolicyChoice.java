package io.github.roboreel.simulation;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Who is to act, as it was asked for. Immutable.
 *
 * @param policy as {@code --policy} was given: the provider's name, or for example an address
 * @param configFile as {@code --policy-config} was given: how the policy is to be used, in a form that its provider
 *     defines
 * @param configFolder the installation's {@code config}
 */
public record PolicyChoice(String policy, Optional<Path> configFile, Path configFolder) {
    /** Requires all. */
    public PolicyChoice {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(configFile, "configFile");
        Objects.requireNonNull(configFolder, "configFolder");
    }
}
