package io.github.roboreel.dashboard.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Hosts under which the server may be asked. A page of a stranger's domain that is made to resolve to this machine
 * sends its own name. Immutable.
 *
 * @param authorities values of {@code Host}, in lower case
 * @param origins values of {@code Origin}
 */
record Origins(Set<String> authorities, Set<String> origins) {
    private static final int HTTP_PORT = 80;
    private static final Pattern ZEROS = Pattern.compile("(?:^|:)0(?::0)+(?::|$)");

    /**
     * Of a server that listens.
     *
     * @param host that it is configured to listen at
     * @param address that it is
     */
    static Origins of(String host, InetAddress address, int port, Optional<URI> publicUrl) throws IOException {
        Set<String> authorities = new HashSet<>();
        Set<String> origins = new HashSet<>();
        for (String name : names(host, address)) {
            String lower = name.toLowerCase(Locale.ROOT);
            authorities.add(lower + ":" + port);
            origins.add("http://" + lower + ":" + port);
            if (port == HTTP_PORT) {
                authorities.add(lower);
                origins.add("http://" + lower);
            }
        }
        publicUrl.ifPresent(url -> {
            authorities.add(url.getRawAuthority().toLowerCase(Locale.ROOT));
            origins.add(url.getScheme() + "://" + url.getRawAuthority().toLowerCase(Locale.ROOT));
        });
        return new Origins(Set.copyOf(authorities), Set.copyOf(origins));
    }

    private static Set<String> names(String host, InetAddress address) throws IOException {
        Set<String> names = new HashSet<>(
                List.of("localhost", "127.0.0.1", "[::1]", written(host), written(address.getHostAddress())));
        if (!address.isLoopbackAddress()) {
            machine()
                    .ifPresent(machine -> names.addAll(List.of(machine.getHostName(), machine.getCanonicalHostName())));
        }
        if (address.isAnyLocalAddress()) {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .forEach(own -> names.add(written(own.getHostAddress())));
        }
        return names;
    }

    /** Empty when its name cannot be resolved, as in some containers. */
    private static Optional<InetAddress> machine() {
        try {
            return Optional.of(InetAddress.getLocalHost());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** How others call a server that listens there. */
    static String nameOf(String host, InetAddress address) {
        return address.isAnyLocalAddress()
                ? machine().map(InetAddress::getHostName).orElse(written(host))
                : written(host);
    }

    /** As browsers write it: IPv6 in brackets, without its zone, and its longest row of zeros as "::". */
    static String written(String host) {
        if (!host.contains(":") || host.startsWith("[")) {
            return host;
        }
        String address = host.replaceFirst("%.*", "");
        Optional<MatchResult> zeros =
                ZEROS.matcher(address).results().reduce((a, b) -> b.end() - b.start() > a.end() - a.start() ? b : a);
        return "["
                + zeros.map(z -> address.substring(0, z.start()) + "::" + address.substring(z.end()))
                        .orElse(address) + "]";
    }
}
