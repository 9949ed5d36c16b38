package io.github.roboreel.dashboard.web;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Hosts under which the server may be asked. A page of a stranger's domain that is made to resolve to this machine
 * sends its own name. Immutable.
 *
 * @param authorities values of {@code Host}, in lower case
 * @param origins values of {@code Origin}
 */
record Origins(Set<String> authorities, Set<String> origins) {
    private static final int HTTP_PORT = 80;

    /**
     * Of a server that listens.
     *
     * @param host that it was told to listen at
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
        Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
        if (!address.isLoopbackAddress()) {
            names.add(written(host));
            names.add(InetAddress.getLocalHost().getHostName());
            names.add(InetAddress.getLocalHost().getCanonicalHostName());
            if (address.isAnyLocalAddress()) {
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .forEach(own -> names.add(written(own.getHostAddress())));
            } else {
                names.add(written(address.getHostAddress()));
            }
        } else if (!(address instanceof Inet6Address)) {
            names.add(address.getHostAddress());
        }
        return names;
    }

    /** As in an address: IPv6 in brackets, without its zone. */
    static String written(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host.replaceFirst("%.*", "") + "]" : host;
    }
}
