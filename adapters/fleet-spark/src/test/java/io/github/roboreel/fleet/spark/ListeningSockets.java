package io.github.roboreel.fleet.spark;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Sockets of this process that listen, as Linux lists them. */
final class ListeningSockets {
    /** As the kernel writes addresses: 127.0.0.1, the same mapped to IPv6, and ::1. */
    private static final Set<String> LOOPBACK =
            Set.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

    private static final String LISTENS = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningSockets() {}

    /** Addresses that other machines can reach. */
    static List<String> beyondLoopback() throws IOException {
        Set<String> own = ownInodes();
        List<String> found = new ArrayList<>();
        int listening = 0;
        for (String table : List.of("tcp", "tcp6")) {
            List<String> lines = Files.readAllLines(Path.of("/proc/self/net", table));
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.strip().split("\\s+");
                if (fields[STATE].equals(LISTENS) && own.contains(fields[INODE])) {
                    listening++;
                    if (!LOOPBACK.contains(fields[ADDRESS].split(":")[0])) {
                        found.add(fields[ADDRESS]);
                    }
                }
            }
        }
        assertFalse(listening == 0, "nothing listens, so this says nothing");
        return found;
    }

    private static Set<String> ownInodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> handles = Files.list(Path.of("/proc/self/fd"))) {
            for (Path handle : handles.toList()) {
                try {
                    String target = Files.readSymbolicLink(handle).toString();
                    inodes.add(target.replace("socket:[", "").replace("]", ""));
                } catch (IOException e) {
                    continue; // closed since
                }
            }
        }
        return inodes;
    }
}
