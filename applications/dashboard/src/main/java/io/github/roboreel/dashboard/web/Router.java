package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.live.EventStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Table of what answers which path. Immutable. */
final class Router {
    static final String API = "/api/v1";

    private final List<Entry> routes = new ArrayList<>();

    /** Something that answers. */
    private record Entry(List<String> template, String method, Object target) {}

    /**
     * What answers a request.
     *
     * @param target a {@link Route} or an {@link EventStream}
     * @param ids values of the names in braces
     */
    record Match(Object target, Map<String, String> ids) {}

    Router(Routes all) {
        all.api().forEach(endpoint -> add(API + endpoint.path(), endpoint.method(), endpoint));
        all.api().stream()
                .filter(Route::isAskedByPost)
                .forEach(endpoint -> add(API + endpoint.path(), "POST", endpoint));
        all.root().forEach(endpoint -> add(endpoint.path(), endpoint.method(), endpoint));
        all.streams().forEach(stream -> add(API + stream.path(), "GET", stream));
    }

    private void add(String path, String method, Object target) {
        List<String> template = parts(path);
        boolean isTwice = routes.stream()
                .anyMatch(r -> r.method().equals(method) && r.template().equals(template));
        if (isTwice) {
            throw new IllegalArgumentException(method + " " + path + " has two endpoints");
        }
        routes.add(new Entry(template, method, target));
    }

    /** What answers that method and path; a path without names in braces goes first. */
    Optional<Match> match(String method, String path) {
        String asked = method.equals("HEAD") ? "GET" : method;
        List<String> parts = parts(path);
        Optional<Match> best = Optional.empty();
        for (Entry route : routes) {
            Optional<Map<String, String>> ids = ids(route.template(), parts);
            if (ids.isPresent() && route.method().equals(asked)) {
                Match match = new Match(route.target(), ids.get());
                if (match.ids().isEmpty()) {
                    return Optional.of(match);
                }
                best = best.isEmpty() || match.ids().size() < best.get().ids().size() ? Optional.of(match) : best;
            }
        }
        return best;
    }

    /** Methods that this path knows; empty when there is no such path. */
    List<String> methods(String path) {
        List<String> methods = new ArrayList<>();
        for (Entry route : routes) {
            if (ids(route.template(), parts(path)).isPresent()) {
                methods.add(route.method());
                if (route.method().equals("GET")) {
                    methods.add("HEAD");
                }
            }
        }
        return methods.stream().distinct().toList();
    }

    private static List<String> parts(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    private static Optional<Map<String, String>> ids(List<String> template, List<String> parts) {
        if (template.size() != parts.size()) {
            return Optional.empty();
        }
        Map<String, String> ids = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String expected = template.get(i);
            if (expected.startsWith("{") && !parts.get(i).isEmpty()) {
                ids.put(expected.substring(1, expected.length() - 1), parts.get(i));
            } else if (!expected.equals(parts.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(Map.copyOf(ids));
    }
}
