package io.github.roboreel.dashboard.web;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Connections that have brought no request with the token yet: at most {@value #MAX}, of which the oldest gives way to
 * a new one, and each for a short time only, however slowly its headers come. Thread-safe.
 */
final class UnknownConnections implements Connection.Listener {
    static final int MAX = 128;

    private final Scheduler scheduler;
    private final Duration limit;
    private final Map<EndPoint, Scheduler.Task> ends = new LinkedHashMap<>();

    UnknownConnections(Scheduler scheduler, Duration limit) {
        this.scheduler = scheduler;
        this.limit = limit;
    }

    @Override
    public void onOpened(Connection connection) {
        EndPoint opened = connection.getEndPoint();
        Scheduler.Task end = scheduler.schedule(opened::close, limit.toMillis(), TimeUnit.MILLISECONDS);
        EndPoint oldest = null;
        synchronized (this) {
            ends.put(opened, end);
            if (ends.size() > MAX) {
                Iterator<EndPoint> all = ends.keySet().iterator();
                oldest = all.next();
                ends.remove(oldest).cancel();
            }
        }
        if (oldest != null) {
            oldest.close();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        forget(connection.getEndPoint());
    }

    /** A request with the token has come by a connection, which stays open from now on. */
    void hasToken(Request request) {
        forget(request.getConnectionMetaData().getConnection().getEndPoint());
    }

    private synchronized void forget(EndPoint known) {
        Scheduler.Task end = ends.remove(known);
        if (end != null) {
            end.cancel();
        }
    }
}
