package io.github.roboreel.recorder.plugin;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Jar or folder with the class loader of its own that its classes come from. */
final class Plugin {
    private static final Attributes.Name API = new Attributes.Name("RoboReel-Api");
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final String SERVICES = "META-INF/services";
    private static final String OUR_SERVICES = "io.github.roboreel.";

    private final Path place;
    private final List<Service> services = new ArrayList<>();
    private final URLClassLoader loader;

    /** A line of a file in {@code META-INF/services}. */
    private record Service(String type, String provider) {}

    /** Reads what it declares; no class of it is loaded. */
    Plugin(Path place, ClassLoader application) {
        this.place = place;
        List<Path> parts = parts();
        for (Path part : parts) {
            readDeclarations(part);
        }
        loader = new URLClassLoader(
                place.getFileName().toString(), parts.stream().map(Plugin::url).toArray(URL[]::new), application);
    }

    Path place() {
        return place;
    }

    URLClassLoader loader() {
        return loader;
    }

    /** The jar; the folder itself and the jars in it, by name. */
    private List<Path> parts() {
        if (Files.isDirectory(place)) {
            try (Stream<Path> entries = Files.list(place)) {
                Stream<Path> jars = entries.filter(Plugin::isJar).sorted();
                return Stream.concat(Stream.of(place), jars).toList();
            } catch (IOException e) {
                throw unreadable(place, e);
            }
        }
        if (!Files.exists(place)) {
            throw RoboReelException.badArgument("there is no plug-in %s; expected a jar or a folder", place);
        }
        if (!isJar(place)) {
            throw RoboReelException.badArgument("plug-in %s is neither a jar nor a folder; give one of them", place);
        }
        return List.of(place);
    }

    private static boolean isJar(Path file) {
        return file.toString().endsWith(".jar") && Files.isRegularFile(file);
    }

    private static URL url(Path part) {
        try {
            return part.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readDeclarations(Path part) {
        try {
            if (Files.isDirectory(part)) {
                readRoot(part);
                return;
            }
            try (FileSystem jar = FileSystems.newFileSystem(part)) {
                readRoot(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw unreadable(part, e);
        }
    }

    private void readRoot(Path root) throws IOException {
        Path manifest = root.resolve(MANIFEST);
        if (Files.exists(manifest)) {
            requireOurApi(manifest);
        }
        Path folder = root.resolve(SERVICES);
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    readServices(file);
                }
            }
        }
    }

    private void requireOurApi(Path manifest) throws IOException {
        String version;
        try (var in = Files.newInputStream(manifest)) {
            version = new Manifest(in).getMainAttributes().getValue(API);
        }
        if (version != null && !version.split("\\.", 2)[0].trim().equals(String.valueOf(Plugins.API_VERSION))) {
            throw RoboReelException.badArgument(
                    "plug-in %s is made for RoboReel-Api %s, this RoboReel has %d; get the plug-in's version for %3$d",
                    place, version, Plugins.API_VERSION);
        }
    }

    private void readServices(Path file) throws IOException {
        String type = file.getFileName().toString();
        if (!type.startsWith(OUR_SERVICES)) {
            return;
        }
        for (String line : Files.readAllLines(file)) {
            String provider = line.split("#", 2)[0].trim();
            if (!provider.isEmpty()) {
                services.add(new Service(type, provider));
            }
        }
    }

    private RoboReelException unreadable(Path part, IOException e) {
        String inIt = part.equals(place) ? "" : " has a part " + part.getFileName() + " that";
        return new RoboReelException(
                Kind.BAD_ARGUMENT,
                Sentence.of("plug-in %s%s cannot be read: %s", place, inIt, Sentence.reasonOf(e)),
                e);
    }

    /**
     * Makes every provider once.
     *
     * @param all where services are looked for, this plug-in among others
     */
    void requireUsable(ClassLoader all) {
        if (services.isEmpty()) {
            throw RoboReelException.badArgument(
                    "plug-in %s offers nothing: it has no META-INF/services/%s* with a class in it; name its providers"
                            + " there",
                    place, OUR_SERVICES);
        }
        services.forEach(service -> requireUsable(service, all));
    }

    private void requireUsable(Service service, ClassLoader all) {
        Class<?> type;
        try {
            type = Class.forName(service.type(), false, all);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    Sentence.of("plug-in %s offers a %s, which this RoboReel does not know", place, service.type()),
                    e);
        }
        try {
            Class<?> provider = Class.forName(service.provider(), false, loader);
            if (!type.isAssignableFrom(provider)) {
                throw refused(service, "is none", null);
            }
            if (all.loadClass(service.provider()) != provider) {
                throw refused(service, "has the name of a class in another plug-in; rename it in one of them", null);
            }
            provider.getConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw refused(service, ProviderFault.words(e), e);
        }
    }

    private RoboReelException refused(Service service, String reason, Throwable cause) {
        String type = service.type().substring(service.type().lastIndexOf('.') + 1);
        String sentence =
                Sentence.of("plug-in %s cannot be used: its %s %s %s", place, type, service.provider(), reason);
        return new RoboReelException(Kind.BAD_ARGUMENT, sentence, cause);
    }
}
