package io.github.roboreel.fleet.cluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.roboreel.fleet.spark.StandaloneCluster.Host;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Hosts of a network of their own: namespaces of this machine, joined by a bridge. They share its disk. Needs the
 * rights of root and {@code ip}; a test is skipped without them.
 */
final class NetworkOfHosts implements AutoCloseable {
    private static final String BRIDGE = "rrbridge";
    private static final String NETWORK = "10.77.0.";

    private final List<String> names = new ArrayList<>();

    /** Without hosts yet. */
    static NetworkOfHosts start() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
        NetworkOfHosts network = new NetworkOfHosts();
        run("ip", "link", "del", BRIDGE); // of a test that was killed
        assumeTrue(run("ip", "link", "add", BRIDGE, "type", "bridge").isEmpty(), "no bridge can be made here");
        try {
            require("ip", "link", "set", BRIDGE, "up");
            return network;
        } catch (IOException e) {
            network.close();
            throw e;
        }
    }

    /** One more host; it is reached at one address alone. */
    Host add(int number) throws IOException {
        String name = "rrhost" + number;
        names.add(name);
        run("ip", "netns", "del", name);
        require("ip", "netns", "add", name);
        require("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
        require("ip", "link", "set", name, "master", BRIDGE, "up");
        inside(name, "ip", "link", "set", "lo", "up");
        inside(name, "ip", "addr", "add", NETWORK + number + "/24", "dev", "eth0");
        inside(name, "ip", "link", "set", "eth0", "up");
        return new Host(NETWORK + number, List.of("ip", "netns", "exec", name));
    }

    /** Gives a host another network, which no other host reaches. */
    void addAddress(int number, String address) throws IOException {
        String name = "rrhost" + number;
        inside(name, "ip", "link", "add", "aside", "type", "veth", "peer", "name", "asidepeer");
        inside(name, "ip", "link", "set", "asidepeer", "up");
        inside(name, "ip", "addr", "add", address, "dev", "aside");
        inside(name, "ip", "link", "set", "aside", "up");
    }

    /** Cuts a host off, or joins it again. */
    void setLink(int number, boolean isUp) throws IOException {
        require("ip", "link", "set", "rrhost" + number, isUp ? "up" : "down");
    }

    private static void inside(String name, String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", name));
        words.addAll(List.of(command));
        require(words.toArray(String[]::new));
    }

    private static void require(String... command) throws IOException {
        String said = run(command);
        if (!said.isEmpty()) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
    }

    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? "" : "failed " + said;
        } catch (IOException e) {
            return "failed " + e.getMessage(); // there is no such program
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /** Removes the namespaces and the bridge; what ran there has ended. */
    @Override
    public void close() {
        for (String name : names) {
            run("ip", "netns", "del", name);
        }
        run("ip", "link", "del", BRIDGE);
    }
}
