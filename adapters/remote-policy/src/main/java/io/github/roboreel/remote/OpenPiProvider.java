package io.github.roboreel.remote;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorPolicy;
import java.net.URI;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Offers policies on a server that speaks openpi's protocol, at {@code openpi://HOST:PORT} or, encrypted, at
 * {@code openpi+wss://HOST:PORT}. The scheme names the protocol, since many things are spoken over a {@code wss://}.
 */
public final class OpenPiProvider implements PolicyProvider {
    private static final String NAME = "openpi";
    private static final String PLAIN = NAME + "://";
    private static final String ENCRYPTED = NAME + "+wss://";
    private static final String DEFAULT_FILE = "policies/openpi-droid.yaml";
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Servers that envs share at present, with how many do. */
    private final Map<Target, Shared> shared = new HashMap<>();

    /** A server and how it is asked. */
    private record Target(URI uri, OpenPiConfig config) {
        PolicyServer server() {
            return new PolicyServer(uri, apiKey(), config.connectLimit(), config.answerLimit());
        }

        private Optional<String> apiKey() {
            return Optional.ofNullable(config.apiKeyEnv()).map(System::getenv);
        }
    }

    private static final class Shared {
        final PolicyServer server;
        int users;

        Shared(PolicyServer server) {
            this.server = server;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Asks a policy server, given as openpi://HOST:PORT or openpi+wss://HOST:PORT.";
    }

    @Override
    public boolean accepts(String policy) {
        return policy.equals(NAME) || policy.startsWith(PLAIN) || policy.startsWith(ENCRYPTED);
    }

    @Override
    public boolean takesConfigFile() {
        return true;
    }

    @Override
    public Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
        try {
            Target target = target(choice);
            new RequestWriter(target.config(), simulation);
            requireKey(target);
            try (PolicyServer server = target.server()) {
                server.connect();
            }
            return Optional.empty();
        } catch (IllegalArgumentException | ServerException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static Target target(PolicyChoice choice) {
        OpenPiConfig config = OpenPiConfig.read(
                choice.configFile().orElseGet(() -> choice.configFolder().resolve(DEFAULT_FILE)));
        return new Target(uri(choice.policy()), config);
    }

    private static URI uri(String policy) {
        String rest = policy.substring(policy.indexOf("://") + 1);
        try {
            URI uri = URI.create((policy.startsWith(ENCRYPTED) ? "wss:" : "ws:") + rest);
            if (policy.contains("://") && uri.getHost() != null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Said below: the parser's words are about a form that the user did not write.
        }
        throw new IllegalArgumentException(
                "'" + policy + "' is no address of a server; expected for example openpi://localhost:8000");
    }

    private static void requireKey(Target target) {
        String name = target.config().apiKeyEnv();
        if (name == null) {
            return;
        }
        String key = System.getenv(name);
        if (key == null || !key.matches("[\\x21-\\x7e]+")) {
            throw new IllegalArgumentException(
                    Sentence.of("the environment variable %s, which its file names, holds no API key", name));
        }
        if (target.uri().getScheme().equals("ws")
                && !THIS_MACHINE.contains(target.uri().getHost())) {
            throw new IllegalArgumentException(
                    "an API key is not sent to another machine without encryption; use openpi+wss://");
        }
    }

    @Override
    public VectorPolicy create(PolicyRequest request) {
        Target target = target(request.choice());
        RequestWriter writer = new RequestWriter(target.config(), request.simulation());
        int numEnvs = request.numEnvs();
        boolean isShared = !target.config().connectionPerEnv();
        List<PolicyServer> servers = isShared
                ? Collections.nCopies(numEnvs, lend(target))
                : Stream.generate(target::server).limit(numEnvs).toList();
        Runnable onClose = isShared ? () -> giveBack(target) : () -> servers.forEach(PolicyServer::close);
        return new RemotePolicy(target.config(), writer, request.simulation().actionSpace(), servers, onClose);
    }

    private synchronized PolicyServer lend(Target target) {
        Shared entry = shared.computeIfAbsent(target, key -> new Shared(key.server()));
        entry.users++;
        return entry.server;
    }

    private synchronized void giveBack(Target target) {
        Shared entry = shared.get(target);
        entry.users--;
        if (entry.users == 0) {
            shared.remove(target);
            entry.server.close();
        }
    }
}
