package io.github.roboreel.recorder.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Sources that become a plug-in, compiled against this test's class path. */
public final class PluginSources {
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("^public (?:final |abstract )?class (\\w+)", Pattern.MULTILINE);

    private final Path folder;
    private final Path classes;
    private final List<Path> sources = new ArrayList<>();

    /** To be kept in a folder that does not exist yet. */
    public PluginSources(Path folder) throws IOException {
        this.folder = folder;
        classes = Files.createDirectories(folder.resolve("classes"));
    }

    /** Adds a source with a public class. */
    public PluginSources add(String source) throws IOException {
        Matcher name = NAME.matcher(source);
        assertEquals(true, name.find(), source);
        Matcher pack = PACKAGE.matcher(source);
        Path in = pack.find() ? folder.resolve(pack.group(1).replace('.', '/')) : folder;
        Files.createDirectories(in);
        sources.add(Files.writeString(in.resolve(name.group(1) + ".java"), source));
        return this;
    }

    /** Adds a line of {@code META-INF/services}. */
    public PluginSources offering(String type, String provider) throws IOException {
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Path file = services.resolve(type);
        Files.writeString(file, (Files.exists(file) ? Files.readString(file) : "") + provider + "\n");
        return this;
    }

    /** States the version of the API that it is made for, and its own, 1.2. */
    public PluginSources madeFor(String api) throws IOException {
        Path manifest = Files.createDirectories(classes.resolve("META-INF")).resolve("MANIFEST.MF");
        Files.writeString(
                manifest, "Manifest-Version: 1.0\nRoboReel-Api: " + api + "\nImplementation-Version: 1.2\n\n");
        return this;
    }

    /** The folder of its classes. */
    public Path classes() {
        if (!sources.isEmpty()) {
            List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
            arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
            sources.forEach(source -> arguments.add(source.toString()));
            int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
            assertEquals(0, status, "the plug-in compiles");
        }
        return classes;
    }

    /** A jar of its classes. */
    public Path jar() throws IOException {
        Path jar = folder.resolve(folder.getFileName() + ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> content = Files.walk(classes())) {
            for (Path entry : content.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(entry).toString()));
                Files.copy(entry, out);
            }
        }
        return jar;
    }
}
