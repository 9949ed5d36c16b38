package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.dashboard.Dashboard;
import io.github.roboreel.dashboard.DashboardOptions;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a JVM runs that makes the class-data archive with which commands start: a small recording, what is asked about
 * it most, and its dashboard. Classes that it does not load are loaded from their jars later.
 */
final class ArchiveTraining {
    private static final String NAME = "training";
    private static final long POLL_MILLIS = 50;
    private static final int MAX_POLLS = 200;
    private static final int MAX_WAIT_MILLIS = 10_000;

    private ArchiveTraining() {}

    /** Takes the folder to record into, which need not exist; exits with 1 when a command fails. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path scratch = Path.of(args[0]);
        Path home = Path.of(System.getProperty(Main.HOME_PROPERTY, ""));
        String recorded = scratch.resolve(NAME).toString();
        List<List<String>> commands = List.of(
                List.of(
                        "record",
                        "--num-envs=2",
                        "--episodes=4",
                        "--max-steps=20",
                        "--camera-size=64x48",
                        "--output-dir=" + scratch,
                        "--output-folder-name=" + NAME),
                List.of("inspect", recorded),
                List.of("check", recorded),
                List.of("report", recorded));
        for (List<String> command : commands) {
            Main main = new Main(Terminal.ofProcess(), home, new Interruption());
            if (main.run(command.toArray(String[]::new)) != Outcome.OK) {
                System.exit(Outcome.FAILED.exitCode());
            }
        }
        serve(scratch);
    }

    private static void serve(Path scratch) throws IOException, InterruptedException {
        DashboardOptions options = new DashboardOptions(
                List.of(scratch),
                DashboardOptions.LOOPBACK,
                OptionalInt.of(0),
                true,
                Optional.empty(),
                scratch.resolve("cache"),
                Optional.empty(),
                ServeCommand.exports());
        try (Dashboard dashboard = Dashboard.open(options)) {
            ask(dashboard, "/");
            for (int i = 0; i < MAX_POLLS && !isListed(dashboard); i++) {
                Thread.sleep(POLL_MILLIS);
            }
            ask(dashboard, "/api/v1/episodes");
        }
    }

    private static boolean isListed(Dashboard dashboard) throws IOException {
        return FormatJson.read(ask(dashboard, "/api/v1/recordings"))
                        .at("/indexing/done")
                        .asInt()
                > 0;
    }

    private static byte[] ask(Dashboard dashboard, String path) throws IOException {
        URI address = URI.create("http://" + DashboardOptions.LOOPBACK + ":" + dashboard.port() + path);
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setConnectTimeout(MAX_WAIT_MILLIS);
        connection.setReadTimeout(MAX_WAIT_MILLIS);
        connection.setRequestProperty("Authorization", "Bearer " + dashboard.token());
        try (InputStream answer = connection.getInputStream()) {
            return answer.readAllBytes();
        }
    }
}
