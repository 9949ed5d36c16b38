package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The projects of {@code examples}, copied out of the checkout and built by Maven of their own. RoboReel's modules are
 * where {@code mvn install} would put them, in a local repository that borrows everything else from the user's.
 */
final class Examples implements AutoCloseable {
    private static final Path HOME =
            Path.of(System.getProperty("roboreel.home")).toAbsolutePath().normalize();
    private static final Path OURS = Path.of("io", "github", "roboreel");

    /** Quicker for commands that work for a second or two. */
    private static final String SHORT = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private static final Pattern FIRST_VERSION = Pattern.compile("<version>(.+?)</version>");

    private final Path folder;
    private final Path repository;
    private final String version;
    private final Map<String, String> environment =
            new HashMap<>(Map.of("ROBOREEL_JAVA_OPTS", SHORT, "MAVEN_OPTS", SHORT));

    /** Copies the projects and installs the modules. */
    Examples(Path folder) throws IOException {
        this.folder = folder;
        repository = folder.resolve("repository");
        Matcher ofBom = FIRST_VERSION.matcher(Files.readString(HOME.resolve("libraries/roboreel-bom/pom.xml")));
        assertTrue(ofBom.find());
        version = ofBom.group(1);
        borrow(Path.of(System.getProperty("localRepository")), repository, 0);
        install(HOME, "roboreel");
        for (String group : List.of("", "libraries", "applications", "adapters")) {
            installModules(HOME.resolve(group));
        }
        copy(HOME.resolve("examples"), folder);
    }

    /** Links to everything beside the folders that lead to our own. */
    private static void borrow(Path from, Path to, int depth) throws IOException {
        Files.createDirectories(to);
        for (Path entry : list(from)) {
            Path name = entry.getFileName();
            if (!name.equals(OURS.getName(depth))) {
                Files.createSymbolicLink(to.resolve(name), entry);
            } else if (depth + 1 < OURS.getNameCount()) {
                borrow(entry, to.resolve(name), depth + 1);
            }
        }
    }

    private void installModules(Path group) throws IOException {
        for (Path module : list(group)) {
            if (Files.exists(module.resolve("pom.xml"))) {
                install(module, module.getFileName().toString());
            }
        }
    }

    private void install(Path module, String artifact) throws IOException {
        Path place = repository.resolve(OURS).resolve(artifact).resolve(version);
        Files.createDirectories(place);
        Files.copy(module.resolve("pom.xml"), place.resolve(artifact + "-" + version + ".pom"));
        Path jar = module.resolve("target").resolve(artifact + "-" + version + ".jar");
        if (Files.exists(jar)) {
            Files.copy(jar, place.resolve(jar.getFileName()));
        }
    }

    /** Without what was built in them. */
    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path entry : list(from)) {
            Path target = to.resolve(entry.getFileName());
            if (Files.isRegularFile(entry)) {
                Files.copy(entry, target);
            } else if (!entry.endsWith("target")) {
                copy(entry, target);
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }

    /** Removes the links, so that removing the folder does not follow them. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> entries = Files.walk(repository, OURS.getNameCount())) {
            for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    /** Sets an environment variable of the programs that are run from now on. */
    void setEnvironment(String name, String value) {
        environment.put(name, value);
    }

    /** Builds projects as their README says, all by one Maven. */
    void build(String... examples) throws Exception {
        String modules = Stream.of(examples)
                .map(example -> "<module>" + example + "</module>")
                .collect(Collectors.joining());
        maven(folder, "<packaging>pom</packaging><modules>" + modules + "</modules>", "package");
    }

    /** The jar that building a project makes. */
    Path jar(String example) {
        return folder.resolve(example).resolve("target").resolve(example + ".jar");
    }

    /** Writes a project of this content and runs Maven on it. */
    private void maven(Path project, String content, String phase) throws Exception {
        Files.writeString(project.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId><artifactId>all</artifactId><version>1</version>
                  %s
                </project>
                """.formatted(content));
        Result maven = run(project, "mvn", "-q", "-B", "-Dmaven.repo.local=" + repository, phase);
        assertEquals(0, maven.exitCode(), maven.toString());
    }

    /** Runs a jar's program. */
    Result java(Path jar, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return jdk("java", command);
    }

    /**
     * Copies libraries of Maven Central, without what they need.
     *
     * @param libraries {@code group:artifact:version} by the folder that they go into
     */
    void copyLibraries(Map<Path, List<String>> libraries) throws Exception {
        StringBuilder executions = new StringBuilder();
        libraries.forEach(
                (into, coordinates) -> executions.append("""
                <execution>
                  <id>%s</id>
                  <phase>validate</phase>
                  <goals><goal>copy</goal></goals>
                  <configuration>
                    <outputDirectory>%s</outputDirectory>
                    <artifactItems>%s</artifactItems>
                  </configuration>
                </execution>
                """.formatted(into.getFileName(), into, items(coordinates))));
        maven(Files.createDirectories(folder.resolve("libraries")), """
                <packaging>pom</packaging>
                <build>
                  <plugins>
                    <plugin>
                      <groupId>org.apache.maven.plugins</groupId>
                      <artifactId>maven-dependency-plugin</artifactId>
                      <version>3.8.1</version>
                      <executions>%s</executions>
                    </plugin>
                  </plugins>
                </build>
                """.formatted(executions), "validate");
    }

    private static String items(List<String> coordinates) {
        return coordinates.stream()
                .map(each -> each.split(":"))
                .map(parts -> "<artifactItem><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>"
                                .formatted((Object[]) parts)
                        + "</artifactItem>")
                .collect(Collectors.joining());
    }

    /** Runs a tool of this JDK in the folder of the copies. */
    Result jdk(String tool, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.addAll(arguments);
        return run(folder, command.toArray(String[]::new));
    }

    /** Runs a command of RoboReel by its launcher, in the folder of the copies. */
    Result roboreel(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("roboreel").toString()));
        command.addAll(List.of(arguments));
        return run(folder, command.toArray(String[]::new));
    }

    /** What Python prints, which is to end well. */
    String python(String code) throws Exception {
        Result result = run(folder, "/usr/bin/python3", "-c", code);
        assertEquals(0, result.exitCode(), result.toString());
        return result.out().strip();
    }

    private Result run(Path folder, String... command) throws Exception {
        Path out = Files.createTempFile("example", ".out");
        Path err = Files.createTempFile("example", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("MAVEN_ARGS");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Result result = new Result(builder.start().waitFor(), Files.readString(out), Files.readString(err));
        Files.delete(out);
        Files.delete(err);
        return result;
    }

    /**
     * How a process ended.
     *
     * @param out what it printed on stdout
     * @param err what it printed on stderr
     */
    record Result(int exitCode, String out, String err) {}
}
