package io.github.roboreel.bridge;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * A daemon that records for clients in other processes, which speak the protocol of {@code docs/reference/bridge.md}: a
 * Unix socket, and memory that each client shares. It takes clients of its own user only. Opened and awaited by one
 * thread; {@link #close} by any.
 */
public final class Bridge implements AutoCloseable {
    private static final Set<PosixFilePermission> OF_OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final Duration FIRST_CLIENT = Duration.ofSeconds(30);
    private static final long WATCH_MILLIS = 100;

    private final Path socket;
    private final Supplier<RecorderConfig.Builder> settings;
    private final Duration linger;
    private final String version;
    private final ServerSocketChannel server;
    private final UserPrincipal owner;
    private final List<ClientSession> sessions = new CopyOnWriteArrayList<>();
    private final List<BridgedRecording> recordings = new CopyOnWriteArrayList<>();
    // Guarded by this, as what follows.
    private int clients;
    private long idleSinceNanos = System.nanoTime();
    private final AtomicBoolean lostData = new AtomicBoolean();
    private volatile boolean isClosed;

    private Bridge(
            Path socket,
            Supplier<RecorderConfig.Builder> settings,
            Duration linger,
            ServerSocketChannel server,
            UserPrincipal owner) {
        this.socket = socket;
        this.settings = settings;
        this.linger = linger;
        this.server = server;
        this.owner = owner;
        String implementation = Bridge.class.getPackage().getImplementationVersion();
        version = implementation == null ? "development" : implementation;
    }

    /**
     * Listens at a socket.
     *
     * @param socket made here, removed by {@link #close}; its folder belongs to the user alone
     * @param settings makes the settings that a client's are put over
     * @param linger how long it stays after the last client has gone
     * @throws RoboReelException when the folder is not the user's own, or the socket cannot be made
     */
    public static Bridge open(Path socket, Supplier<RecorderConfig.Builder> settings, Duration linger) {
        Path absolute = socket.toAbsolutePath();
        if (absolute.getParent() == null) {
            throw RoboReelException.badArgument(
                    "%s is no socket's path; expected a file in a folder of yours", absolute);
        }
        UserPrincipal owner = requirePrivate(absolute.getParent());
        try {
            ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                server.bind(UnixDomainSocketAddress.of(absolute));
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
            return new Bridge(absolute, settings, linger, server, owner);
        } catch (IOException e) {
            throw new RoboReelException(
                    Kind.IO, Sentence.of("%s cannot be listened at: %s", absolute, Sentence.reasonOf(e)), e);
        }
    }

    private static UserPrincipal requirePrivate(Path folder) {
        try {
            Set<PosixFilePermission> given = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
            UserPrincipal owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS);
            boolean isOwn = owner.getName().equals(ownName());
            if (!isOwn || !OF_OWNER.containsAll(given)) {
                throw RoboReelException.badArgument(
                        "%s belongs to %s, with access for others; give the socket a folder of your own with mode 0700",
                        folder, owner.getName());
            }
            return owner;
        } catch (IOException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    Sentence.of("there is no folder %s for the socket; make it with mode 0700", folder),
                    e);
        }
    }

    /** As the owners of files are called: a user of a container may have a number only. */
    private static String ownName() throws IOException {
        Path self = Path.of("/proc/self");
        return Files.exists(self) ? Files.getOwner(self).getName() : System.getProperty("user.name");
    }

    /** Where it listens, absolute. */
    public Path socket() {
        return socket;
    }

    /** The highest version of the protocol that it speaks. */
    public int protocol() {
        return ClientSession.PROTOCOL;
    }

    /** Version of RoboReel. */
    public String version() {
        return version;
    }

    /**
     * Serves clients until the last one has gone for the time that was given, or none came within half a minute. After
     * {@link #close} those that are there are served to their ends.
     *
     * @return whether everything that clients handed over was recorded
     */
    public boolean serve() {
        Thread watcher = new Thread(this::watch, "roboreel-bridge-watch");
        watcher.setDaemon(true);
        watcher.start();
        while (!isClosed) {
            try {
                serve(server.accept());
            } catch (ClosedChannelException e) {
                isClosed = true;
            } catch (IOException e) {
                // Too many open files, for example: others are served meanwhile.
                pause(WATCH_MILLIS);
            }
        }
        awaitSessions();
        return !lostData.get();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A client may have come at the moment at which this closed. */
    private synchronized void awaitSessions() {
        try {
            while (!sessions.isEmpty()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(SocketChannel channel) throws IOException {
        try {
            UnixDomainPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED);
            if (peer.user().getName().equals(owner.getName())) {
                start(channel);
            } else {
                channel.close();
            }
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
        }
    }

    private void start(SocketChannel channel) {
        ClientSession session;
        Thread thread;
        synchronized (this) {
            clients++;
            session = new ClientSession(this, channel, "client-" + clients);
            thread = new Thread(() -> serve(session), "roboreel-bridge-" + clients);
            sessions.add(session);
        }
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (Error e) {
            ended(session);
            throw e;
        }
    }

    private void serve(ClientSession session) {
        try {
            session.serve();
        } finally {
            if (session.hasLostData()) {
                lostData.set(true);
            }
            ended(session);
        }
    }

    private synchronized void ended(ClientSession session) {
        recordings.removeIf(BridgedRecording::isClosed);
        sessions.remove(session);
        idleSinceNanos = System.nanoTime();
        notifyAll();
    }

    private void watch() {
        while (!isClosed || !sessions.isEmpty()) {
            sessions.forEach(ClientSession::endIfDead);
            if (isIdle()) {
                close();
            }
            pause(WATCH_MILLIS);
        }
    }

    private synchronized boolean isIdle() {
        Duration limit = clients == 0 ? FIRST_CLIENT : linger;
        return sessions.isEmpty() && System.nanoTime() - idleSinceNanos > limit.toNanos();
    }

    /** What a client asks for, which is open once it has taken its envs. */
    NewRecording newRecording(OpenRequest request) throws IOException {
        RecorderConfig.Builder builder = settings.get();
        request.settings().forEach(builder::set);
        return NewRecording.of(request, builder.build(), recordings::add);
    }

    /** The open recording in a folder, for a client to join. */
    BridgedRecording find(Path folder) {
        return recordings.stream()
                .filter(recording -> !recording.isClosed() && recording.folder().equals(folder))
                .findFirst()
                .orElseThrow(() -> ProtocolException.state(
                        "no recording is open in %s; the client that opens it must have done so first", folder));
    }

    /** Takes no clients any more. */
    @Override
    public void close() {
        isClosed = true;
        try {
            Files.deleteIfExists(socket);
            server.close();
        } catch (IOException e) {
            // A socket without a listener is refused by connect, and its folder is the user's own.
            isClosed = true;
        }
    }
}
