package io.github.roboreel.recorder.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import io.github.roboreel.recorder.spi.MetricSets;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {
    private static final String METRICS = EpisodeMetricSetProvider.class.getName();

    /** A metric set named as a class beside it says. */
    private static final String SET = """
            package %1$s;
            import io.github.roboreel.recorder.config.*;
            import io.github.roboreel.recorder.spi.*;
            import java.util.*;
            public final class %2$s implements EpisodeMetricSetProvider {
                public String name() { return shared.Label.TEXT; }
                public List<Setting<?>> settings() { return List.of(); }
                public EpisodeMetricSet create(RecorderConfig config) { return (episode, dt) -> Map.of(); }
            }
            """;

    private static final String LABEL = """
            package shared;
            public final class Label {
                public static final String TEXT = String.valueOf("%s");
            }
            """;

    @TempDir
    Path folder;

    private PluginSources sources(String name) throws IOException {
        return new PluginSources(folder.resolve(name));
    }

    private PluginSources set(String name, String label) throws IOException {
        return sources(name)
                .add(SET.formatted("own." + name, "Set"))
                .add(LABEL.formatted(label))
                .offering(METRICS, "own." + name + ".Set");
    }

    private static <T> T with(List<Path> places, Callable<T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(Plugins.open(places));
        try {
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static List<String> setsWith(Path... places) throws Exception {
        return with(
                List.of(places),
                () -> MetricSets.onClassPath(RecorderConfig.defaults()).names());
    }

    private static String refusal(Path... places) {
        RoboReelException e = assertThrows(RoboReelException.class, () -> Plugins.open(List.of(places)));
        assertEquals(Kind.BAD_ARGUMENT, e.kind());
        return e.getMessage();
    }

    @Test
    void offersAreFoundInTheirOrderAndClassesOfOneNameStayApart() throws Exception {
        assertEquals(
                List.of("one", "two"),
                setsWith(set("a", "one").jar(), set("b", "two").classes()));
    }

    @Test
    void aFolderBringsTheJarsInIt() throws Exception {
        Path lib = Files.createDirectories(folder.resolve("lib"));
        Path jar = set("a", "inJar").jar();
        Files.move(jar, lib.resolve(jar.getFileName()));
        assertEquals(List.of("inJar"), setsWith(lib));
    }

    @Test
    void aThreadThatIsStartedSeesThem() throws Exception {
        Path jar = set("a", "one").jar();
        List<Path> seen = with(List.of(jar, jar), () -> {
            AtomicReference<List<Path>> places = new AtomicReference<>();
            Thread thread = new Thread(() -> places.set(Plugins.placesOfThread()));
            thread.start();
            thread.join();
            return places.get();
        });
        assertEquals(List.of(jar.toAbsolutePath()), seen);
        assertEquals(List.of(), Plugins.placesOfThread());
    }

    @Test
    void theApplicationsClassesComeFirst() throws Exception {
        Path copy = sources("copy").classes();
        Path own = Files.createDirectories(copy.resolve("io/github/roboreel/recorder/plugin"));
        URL original = Plugins.class.getResource("Plugins.class");
        Files.write(own.resolve("Plugins.class"), original.openStream().readAllBytes());
        Path plugin = set("copy", "one").classes();
        assertSame(Plugins.class, Plugins.open(List.of(plugin)).loadClass(Plugins.class.getName()));
    }

    @Test
    void whatIsNoPluginIsRefused() throws Exception {
        Path missing = folder.resolve("missing.jar");
        assertEquals("there is no plug-in " + missing + "; expected a jar or a folder", refusal(missing));
        Path text = Files.writeString(folder.resolve("notes.txt"), "");
        assertEquals("plug-in " + text + " is neither a jar nor a folder; give one of them", refusal(text));
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no zip");
        assertEquals("plug-in " + broken + " cannot be read: zip END header not found", refusal(broken));
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertEquals(
                "plug-in " + empty + " offers nothing: it has no META-INF/services/io.github.roboreel.* with a class in"
                        + " it; name its providers there",
                refusal(empty));
    }

    @Test
    void theApiHasToBeOurs() throws Exception {
        assertEquals(
                List.of("one"), setsWith(set("fitting", "one").madeFor("1.4").jar()));
        Path newer = set("newer", "one").madeFor("2").jar();
        assertEquals(
                "plug-in " + newer
                        + " is made for RoboReel-Api 2, this RoboReel has 1; get the plug-in's version for 1",
                refusal(newer));
    }

    @Test
    void aProviderThatCannotBeMadeIsNamedWithTheReason() throws Exception {
        assertRefused("Gone", "public final class Other {}", "is not in it");
        assertRefused("NoSet", "public final class NoSet {}", "is none");
        assertRefused("Picky", body("Picky", "public Picky(int i) {}"), "has no public constructor without arguments");
        assertRefused(
                "Throws",
                body("Throws", "public Throws() { throw new IllegalStateException(\"no licence\"); }"),
                "cannot be made: its constructor throws java.lang.IllegalStateException: no licence");
        assertRefused(
                "Starts",
                body("Starts", "static final int N = Integer.parseInt(\"x\");"),
                "fails when its class is initialised: java.lang.NumberFormatException: For input string: \"x\"");
        assertRefused("Abstract", body("Abstract", "").replace("final class", "abstract class"), "is abstract");
    }

    private static String body(String name, String more) {
        return SET.formatted("own", name)
                .replace("package own;", "")
                .replace("shared.Label.TEXT", "\"x\"")
                .replace("public String name", more + " public String name");
    }

    private void assertRefused(String provider, String source, String reason) throws IOException {
        Path plugin = sources(provider).add(source).offering(METRICS, provider).jar();
        assertEquals(
                "plug-in " + plugin + " cannot be used: its EpisodeMetricSetProvider " + provider + " " + reason,
                refusal(plugin));
    }

    @Test
    void classesThatAreMissingOrTooNewAreNamed() throws Exception {
        Path plugin = sources("parts")
                .add(body("Needy", "final Part part = new Part();"))
                .add("public class Part {}")
                .offering(METRICS, "Needy")
                .classes();
        Files.delete(plugin.resolve("Part.class"));
        String head = "plug-in " + plugin + " cannot be used: its EpisodeMetricSetProvider Needy ";
        assertEquals(head + "needs the class Part, which is missing; pack it into the plug-in", refusal(plugin));
        byte[] tooNew = Files.readAllBytes(plugin.resolve("Needy.class"));
        tooNew[6] = 3;
        Files.write(plugin.resolve("Needy.class"), tooNew);
        assertEquals(
                head + "is compiled for a newer Java than this one ("
                        + Runtime.version().feature() + "); compile it for Java 17",
                refusal(plugin));
    }

    @Test
    void anUnknownServiceIsRefused() throws Exception {
        String type = "io.github.roboreel.recorder.spi.Teleporter";
        Path plugin = set("odd", "one").offering(type, "own.odd.Set").jar();
        assertEquals(
                "plug-in " + plugin + " offers a " + type + ", which this RoboReel does not know", refusal(plugin));
    }

    @Test
    void twoThatOfferTheSameNameAreRefused() throws Exception {
        Path first = set("a", "one").jar();
        Path second = new PluginSources(folder.resolve("b"))
                .add(SET.formatted("own.a", "Set"))
                .add(LABEL.formatted("two"))
                .offering(METRICS, "own.a.Set")
                .jar();
        assertEquals(
                "plug-in " + second + " cannot be used: its EpisodeMetricSetProvider own.a.Set has the name of a class"
                        + " in another plug-in; rename it in one of them",
                refusal(first, second));
        RoboReelException e = assertThrows(
                RoboReelException.class, () -> setsWith(first, set("c", "one").jar()));
        assertEquals(
                "there are two EpisodeMetricSetProviders 'one', own.a.Set and own.c.Set; rename one, or leave out the"
                        + " plug-in that brings it",
                e.getMessage());
    }

    @Test
    void eachPluginHasItsOwnClassOfAName() throws Exception {
        Plugins plugins =
                Plugins.open(List.of(set("a", "one").jar(), set("b", "two").jar()));
        Class<?> label = plugins.loadClass("own.b.Set").getClassLoader().loadClass("shared.Label");
        assertNotSame(plugins.loadClass("shared.Label"), label);
        assertEquals("two", label.getField("TEXT").get(null));
    }
}
