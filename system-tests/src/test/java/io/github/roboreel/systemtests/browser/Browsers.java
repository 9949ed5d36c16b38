package io.github.roboreel.systemtests.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One browser for all tests of this JVM. A test that takes a {@link Tab} gets one of a profile of its own, and fails
 * when the page wrote to the console, threw, or asked another host for something.
 */
final class Browsers implements ParameterResolver, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(Browsers.class);
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium-headless-shell");

    /** The browser and what drives it. */
    private static final class Chromium implements CloseableResource {
        private final Playwright playwright;
        private final Browser browser;

        Chromium() {
            if (!Files.isExecutable(CHROMIUM)) {
                throw new AssertionError(CHROMIUM + " is missing; './roboreel test' installs it");
            }
            // Unpacked there and removed at the end, 126 MB of it.
            System.setProperty("playwright.driver.tmpdir", Folders.of("driver").toString());
            playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            browser = playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(CHROMIUM)
                            .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
        }

        @Override
        public void close() {
            playwright.close();
        }
    }

    /** Folders below {@code target} for this JVM; those of JVMs that have ended are removed. */
    static final class Folders {
        private static final Path OWN = own(Path.of("target", "browser").toAbsolutePath());

        private Folders() {}

        private static Path own(Path all) {
            try {
                Path own = Files.createDirectories(
                        all.resolve(String.valueOf(ProcessHandle.current().pid())));
                try (Stream<Path> folders = Files.list(all)) {
                    folders.filter(Folders::isLeft).forEach(Folders::remove);
                }
                return own;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static boolean isLeft(Path folder) {
            String pid = folder.getFileName().toString();
            return !pid.matches("\\d{1,9}")
                    || ProcessHandle.of(Long.parseLong(pid)).isEmpty();
        }

        private static void remove(Path folder) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            } catch (IOException | UncheckedIOException e) {
                // Another JVM removes it, too.
                return;
            }
        }

        /** A new folder whose name begins so. */
        static Path of(String name) {
            try {
                return Files.createTempDirectory(OWN, name + "-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Tab.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Chromium chromium = context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Chromium.class, type -> new Chromium(), Chromium.class);
        Tab tab = new Tab(chromium.browser);
        tabs(context).add(tab);
        return tab;
    }

    @SuppressWarnings("unchecked")
    private static List<Tab> tabs(ExtensionContext context) {
        return (List<Tab>) context.getStore(NAMESPACE).getOrComputeIfAbsent("tabs", key -> new ArrayList<Tab>());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        try {
            tabs(context).forEach(Tab::requireQuiet);
        } finally {
            tabs(context).forEach(Tab::close);
        }
    }
}
