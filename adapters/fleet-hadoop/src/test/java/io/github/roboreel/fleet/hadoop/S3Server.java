package io.github.roboreel.fleet.hadoop;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * S3 server (s3proxy) of tests: a process of its own on the loopback address that keeps objects in a folder. Its class
 * path is what the build of this module wrote, so integration tests alone can start one.
 */
public final class S3Server implements AutoCloseable {
    private static final String KEY = "tester";
    private static final String SECRET = "not-a-secret";

    private final Process process;
    private final int port;
    private final Path folder;

    private S3Server(Process process, int port, Path folder) {
        this.process = process;
        this.port = port;
        this.folder = folder;
    }

    /**
     * Starts one and waits until it answers.
     *
     * @param scratch an empty folder for objects and logs
     */
    public static S3Server start(Path scratch) throws IOException, InterruptedException {
        int port = freePort();
        Path objects = Files.createDirectories(scratch.resolve("objects"));
        Path settings = Files.writeString(
                scratch.resolve("s3proxy.conf"),
                String.join(
                        "\n",
                        "s3proxy.endpoint=http://127.0.0.1:" + port,
                        "s3proxy.authorization=aws-v2-or-v4",
                        "s3proxy.identity=" + KEY,
                        "s3proxy.credential=" + SECRET,
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.identity=" + KEY,
                        "jclouds.credential=" + SECRET,
                        "jclouds.filesystem.basedir=" + objects,
                        ""));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        Files.readString(classPath()).strip(),
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        settings.toString()))
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("s3proxy.log").toFile())
                .start();
        S3Server server = new S3Server(process, port, objects);
        server.awaitAnswer(scratch.resolve("s3proxy.log"));
        return server;
    }

    /** The same for each module that asks. */
    private static Path classPath() {
        return Path.of("../../adapters/fleet-hadoop/target/s3proxy.classpath").toAbsolutePath();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer(Path log) throws IOException, InterruptedException {
        while (!answers()) {
            if (!process.isAlive()) {
                throw new IOException("s3proxy ended: " + Files.readString(log));
            }
            Thread.sleep(50);
        }
    }

    private boolean answers() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(endpoint()).toURL().openConnection();
            return connection.getResponseCode() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Where it listens. */
    public String endpoint() {
        return "http://127.0.0.1:" + port;
    }

    /** Makes a bucket. */
    public void makeBucket(String name) throws IOException {
        Files.createDirectories(folder.resolve(name));
    }

    /** Settings with which Hadoop reaches it. */
    public Map<String, String> settings() {
        return Map.of(
                "fs.s3a.endpoint",
                endpoint(),
                "fs.s3a.endpoint.region",
                "us-east-1",
                "fs.s3a.path.style.access",
                "true",
                "fs.s3a.access.key",
                KEY,
                "fs.s3a.secret.key",
                SECRET);
    }

    /** Ends it. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
