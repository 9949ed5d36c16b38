package io.github.roboreel.dashboard.web;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files of the page, out of the class path; only those that were there at the start. Thread-safe. */
final class Assets {
    static final String INDEX = "/";

    private static final String PAGE = "io/github/roboreel/dashboard/web/";
    private static final String WEBJARS = "META-INF/resources/webjars/";
    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "md", "text/plain; charset=utf-8",
            "txt", "text/plain; charset=utf-8");

    /** Names in the class path by path of the request. */
    private final Map<String, String> names = new HashMap<>();

    /**
     * A file of the page.
     *
     * @param isVersioned whether its path changes when it does
     */
    record Asset(String type, byte[] bytes, boolean isVersioned) {}

    Assets() {
        try {
            // Classes and resources lie in one place, but in a checkout resources may be read from their sources.
            list(Assets.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            list(rootOf(resource(PAGE + "index.html"), PAGE + "index.html"));
        } catch (IOException | URISyntaxException e) {
            throw new RoboReelException(Kind.FAILED, "the dashboard's page cannot be found beside its classes", e);
        }
        names.put(INDEX, PAGE + "index.html");
    }

    private static URI rootOf(URL resource, String name) throws URISyntaxException {
        String whole = resource.toString();
        String root = whole.substring(0, whole.length() - name.length());
        return URI.create(root.startsWith("jar:") ? root.substring(4, root.indexOf("!/")) : root);
    }

    private void list(URI place) throws IOException {
        Path path = Path.of(place);
        if (Files.isDirectory(path)) {
            listBelow(path);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(path)) {
                listBelow(jar.getPath("/"));
            }
        }
    }

    private void listBelow(Path root) throws IOException {
        list(root, PAGE, "/assets/");
        list(root, WEBJARS, "/webjars/");
    }

    private void list(Path root, String folder, String prefix) throws IOException {
        Path below = root.resolve(folder);
        if (!Files.isDirectory(below)) {
            return;
        }
        try (Stream<Path> files = Files.walk(below)) {
            files.filter(Files::isRegularFile)
                    .map(file -> below.relativize(file).toString())
                    .filter(name -> TYPES.containsKey(ending(name)))
                    .forEach(name -> names.put(prefix + name, folder + name));
        }
    }

    /** The file of a path; empty when there is none. */
    Optional<Asset> find(String path) throws IOException {
        String name = names.get(path);
        return name == null
                ? Optional.empty()
                : Optional.of(new Asset(TYPES.get(ending(name)), read(name), name.startsWith(WEBJARS)));
    }

    /** Hash of the page's import map, as a content security policy names it. */
    String importMapHash() throws IOException {
        Matcher map = IMPORT_MAP.matcher(new String(read(PAGE + "index.html"), StandardCharsets.UTF_8));
        if (!map.find()) {
            throw new IOException("index.html has no import map");
        }
        return "sha256-" + Hashes.base64(map.group(1).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] read(String name) throws IOException {
        try (InputStream in = resource(name).openStream()) {
            return in.readAllBytes();
        }
    }

    private static URL resource(String name) throws IOException {
        URL resource = Assets.class.getClassLoader().getResource(name);
        if (resource == null) {
            throw new IOException(name + " is no longer in the class path; restart the dashboard");
        }
        return resource;
    }

    private static String ending(String name) {
        return name.contains(".") ? name.substring(name.lastIndexOf('.') + 1) : "txt";
    }
}
