package io.github.roboreel.fleet.spark;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where Spark runs.
 *
 * @param text as users write it
 * @param addresses of a standalone cluster's masters, else none
 */
record SparkMaster(String text, List<InetSocketAddress> addresses) {
    private static final Pattern LOCAL =
            Pattern.compile("local(\\[([1-9]\\d{0,3}|\\*)(,[1-9]\\d{0,2})?])?|local-cluster\\[.+]");
    private static final Pattern MANAGED = Pattern.compile("yarn|k8s://.+");
    private static final Pattern STANDALONE = Pattern.compile("spark://(.+)");
    private static final Pattern ADDRESS = Pattern.compile("(.+):(\\d{1,5})");
    private static final int CONNECT_MS = 10_000;
    private static final int PORTS = 1 << 16;

    /** @throws RoboReelException of kind BAD_ARGUMENT, when it is none */
    static SparkMaster parse(String text) {
        Matcher standalone = STANDALONE.matcher(text);
        if (LOCAL.matcher(text).matches() || MANAGED.matcher(text).matches()) {
            return new SparkMaster(text, List.of());
        }
        if (!standalone.matches()) {
            throw refusal(text);
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String each : standalone.group(1).split(",", -1)) {
            Matcher address = ADDRESS.matcher(each.strip());
            if (!address.matches() || Integer.parseInt(address.group(2)) >= PORTS) {
                throw refusal(text);
            }
            addresses.add(new InetSocketAddress(address.group(1), Integer.parseInt(address.group(2))));
        }
        return new SparkMaster(text, addresses);
    }

    private static RoboReelException refusal(String text) {
        return RoboReelException.badArgument(
                "'%s' is no master; expected local[N], local[*], spark://HOST:PORT, yarn or k8s://HOST:PORT", text);
    }

    /** Whether Spark runs in this process, or in such as it starts here. */
    boolean isLocal() {
        return text.startsWith("local");
    }

    /** Whether no other machine has to reach this one. */
    boolean isOnThisMachine() {
        return isLocal()
                || !addresses.isEmpty()
                        && addresses.stream()
                                .allMatch(
                                        a -> !a.isUnresolved() && a.getAddress().isLoopbackAddress());
    }

    /**
     * Connects to one of the masters: Spark itself tries for a minute and then reports no reason.
     *
     * @return this machine's address towards it, at which workers reach this machine, too; empty where there is no such
     *     master
     * @throws IOException when none can be reached
     */
    Optional<InetAddress> awaitConnection() throws IOException {
        IOException failure = null;
        for (InetSocketAddress address : addresses) {
            try (Socket socket = new Socket()) {
                if (address.isUnresolved()) {
                    throw new UnknownHostException("unknown host " + address.getHostString());
                }
                socket.connect(address, CONNECT_MS);
                return Optional.of(socket.getLocalAddress());
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw new IOException(
                    Sentence.of(
                            "the Spark master %s cannot be reached (%s); check that it runs, and its host and port",
                            text, Sentence.reasonOf(failure)),
                    failure);
        }
        return Optional.empty();
    }

    static String loopback() {
        return InetAddress.getLoopbackAddress().getHostAddress();
    }

    @Override
    public String toString() {
        return text;
    }
}
