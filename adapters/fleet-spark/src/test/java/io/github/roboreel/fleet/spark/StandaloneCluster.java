package io.github.roboreel.fleet.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * A standalone Spark on this machine, for tests: a master and workers in processes of their own that listen on one
 * address each, by default the loopback one. Spark's installation is made of the class path of the test, which
 * executors have as well.
 */
public final class StandaloneCluster implements AutoCloseable {
    /** This machine. */
    private static final Host HERE = new Host("127.0.0.1", List.of());

    private static final String EXECUTOR = "CoarseGrainedExecutorBackend";

    /**
     * A host, or what is one to processes.
     *
     * @param address at which others reach it
     * @param prefix what a command begins with that runs there
     */
    public record Host(String address, List<String> prefix) {}

    private final Path home;
    private final int coresPerWorker;
    private final String address;
    private final Process master;
    private final List<Process> workers = new ArrayList<>();
    private int started;

    private StandaloneCluster(Path home, Host host, int coresPerWorker, int port) throws IOException {
        this.home = home;
        this.coresPerWorker = coresPerWorker;
        address = "spark://" + host.address() + ":" + port;
        master = java(
                host,
                "master",
                "org.apache.spark.deploy.master.Master",
                List.of("--host", host.address(), "--port", Integer.toString(port), "--webui-port", "0"));
    }

    /**
     * Starts a master and workers, and waits until they have found each other.
     *
     * @param scratch an empty folder for the installation, logs and what executors leave
     */
    public static StandaloneCluster start(Path scratch, int workers, int coresPerWorker)
            throws IOException, InterruptedException {
        return start(scratch, HERE, Collections.nCopies(workers, HERE), coresPerWorker);
    }

    /** The same on several hosts: the master on one, a worker on each of others. */
    public static StandaloneCluster start(Path scratch, Host masterHost, List<Host> workers, int coresPerWorker)
            throws IOException, InterruptedException {
        Path jars = Files.createDirectories(scratch.resolve("home").resolve("jars"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            Path link = jars.resolve(jar.getFileName());
            if (entry.endsWith(".jar") && !Files.exists(link)) {
                Files.createSymbolicLink(link, jar.toAbsolutePath());
            }
        }
        StandaloneCluster cluster = new StandaloneCluster(jars.getParent(), masterHost, coresPerWorker, freePort());
        try {
            cluster.await(cluster.master, "master", "I have been elected leader");
            for (Host host : workers) {
                cluster.startWorker(host);
            }
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** One more worker, which has registered when this returns. */
    public void startWorker() throws IOException, InterruptedException {
        startWorker(HERE);
    }

    private void startWorker(Host host) throws IOException, InterruptedException {
        String name = "worker-" + started++;
        Process worker = java(
                host,
                name,
                "org.apache.spark.deploy.worker.Worker",
                List.of(
                        "--host",
                        host.address(),
                        "--port",
                        "0",
                        "--webui-port",
                        "0",
                        "--cores",
                        Integer.toString(coresPerWorker),
                        "--memory",
                        "1g",
                        "--work-dir",
                        home.resolveSibling(name).toString(),
                        address));
        workers.add(worker);
        await(worker, name, "Successfully registered with master");
    }

    private Process java(Host host, String name, String mainClass, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(host.prefix());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(Arrays.asList(JavaModuleOptions.defaultModuleOptionArray()));
        // Over a file of the application's, which silences Spark.
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=info");
        command.add("-Dorg.slf4j.simpleLogger.log.org.apache.spark=info");
        command.addAll(List.of("-cp", home.resolve("jars") + File.separator + "*", mainClass));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile());
        Files.createDirectories(home.resolveSibling("local"));
        builder.environment()
                .putAll(Map.of(
                        "SPARK_HOME",
                        home.toString(),
                        "SPARK_SCALA_VERSION",
                        "2.13",
                        "SPARK_LOCAL_IP",
                        host.address(),
                        "SPARK_LOCAL_DIRS",
                        home.resolveSibling("local").toString()));
        return builder.start();
    }

    private Path log(String name) {
        return home.resolveSibling(name + ".log");
    }

    private void await(Process process, String name, String words) throws IOException, InterruptedException {
        while (!Files.readString(log(name)).contains(words)) {
            if (!process.isAlive()) {
                throw new IOException(name + " of Spark ended: " + Files.readString(log(name)));
            }
            Thread.sleep(100);
        }
    }

    /** Where engines find it. */
    public String master() {
        return address;
    }

    /** Settings of engines, for executors of half a GiB that have the class path of the test. */
    public Map<String, String> settings() {
        return Map.of(
                "spark.jars", "",
                "spark.executor.memory", "512m",
                "spark.executor.extraClassPath", System.getProperty("java.class.path"),
                "spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    }

    /** Executors that run at the moment. */
    public List<ProcessHandle> executors() {
        return workers.stream()
                .flatMap(worker -> worker.toHandle().descendants())
                .filter(process -> commandLine(process).contains(EXECUTOR))
                .toList();
    }

    /** Java cuts long ones. */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            return ""; // it is gone
        }
    }

    /** Sends SIGKILL to an executor. */
    public static void kill(ProcessHandle executor) {
        executor.destroyForcibly();
        executor.onExit().join();
    }

    /** Sends SIGKILL to a worker; its executors end by themselves. */
    public void killWorker(int index) throws InterruptedException {
        workers.remove(index).destroyForcibly().waitFor();
    }

    /** Ends all processes. */
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(workers.stream(), Stream.of(master))
                .map(Process::toHandle)
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().orTimeout(1, TimeUnit.MINUTES).join());
        removeLinks();
    }

    /** Removes the links, so that clearing the scratch folder cannot follow them. */
    private void removeLinks() {
        try (Stream<Path> links = Files.list(home.resolve("jars"))) {
            for (Path link : links.toList()) {
                Files.delete(link);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
