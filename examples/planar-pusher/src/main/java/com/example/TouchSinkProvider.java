package com.example;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes the sink that writes {@code touches_<run>.csv}: env, step of the first touch, the pusher's path length. */
public final class TouchSinkProvider implements EpisodeSinkProvider {
    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public EpisodeSink create(RecorderConfig config, RunSpec run) {
        return new TouchSink(run.envFolder().resolve("touches_" + run.run() + ".csv"), run.numDemos());
    }

    private static final class TouchSink implements EpisodeSink {
        private final Path file;
        private final double[] travelledMetres;
        private final double[][] last;
        private Field pusher;
        private Writer out;

        TouchSink(Path file, int numDemos) {
            this.file = file;
            travelledMetres = new double[numDemos];
            last = new double[numDemos][];
        }

        @Override
        public String name() {
            return "touches";
        }

        @Override
        public Role role() {
            return Role.SIDE;
        }

        /** Takes part in every recording; those of other simulators have no pusher. */
        @Override
        public void open(SinkContext context) throws IOException {
            if (context.schema().has(PusherFields.PUSHER_STATE)) {
                pusher = context.schema().field(PusherFields.PUSHER_STATE);
                out = Files.newBufferedWriter(file);
            }
        }

        @Override
        public void onBegin(int env, RowView initial) {
            travelledMetres[env] = 0;
            last[env] = null;
        }

        @Override
        public void onStep(int env, long step, RowView row) {
            if (out != null) {
                double[] now = row.doubles(pusher);
                double[] before = last[env] == null ? now : last[env];
                travelledMetres[env] += Math.hypot(now[0] - before[0], now[1] - before[1]);
                last[env] = now;
            }
        }

        @Override
        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
            if (out != null) {
                String touch = end.events().stream()
                        .filter(event -> event.name().equals(PusherEnv.TOUCHED))
                        .map(EpisodeEvent::step)
                        .map(String::valueOf)
                        .findFirst()
                        .orElse("");
                out.write(env + "," + touch + "," + travelledMetres[env] + "\n");
                out.flush();
            }
            return CompletableFuture.completedFuture(SinkReport.NONE);
        }

        @Override
        public void close() throws IOException {
            if (out != null) {
                out.close();
            }
        }
    }
}
