package com.example;

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

/** Makes the sink that writes {@code contacts_<run>.csv}: env, step, number of contacts, whenever that changes. */
public final class ContactSinkProvider implements EpisodeSinkProvider {
    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public EpisodeSink create(RecorderConfig config, RunSpec run) {
        return new ContactSink(run.envFolder().resolve("contacts_" + run.run() + ".csv"), run.numDemos());
    }

    private static final class ContactSink implements EpisodeSink {
        private final Path file;
        private final int[] last;
        private Field numContacts;
        private Writer out;

        ContactSink(Path file, int numDemos) {
            this.file = file;
            last = new int[numDemos];
        }

        @Override
        public String name() {
            return "contacts";
        }

        @Override
        public Role role() {
            return Role.SIDE;
        }

        /** Takes part in every recording; those of other simulators have no such field. */
        @Override
        public void open(SinkContext context) throws IOException {
            if (context.schema().has(MujocoFields.NUM_CONTACTS)) {
                numContacts = context.schema().field(MujocoFields.NUM_CONTACTS);
                out = Files.newBufferedWriter(file);
                out.write("env,step,contacts\n");
            }
        }

        @Override
        public void onBegin(int env, RowView initial) {
            last[env] = 0;
        }

        @Override
        public void onStep(int env, long step, RowView row) throws IOException {
            if (out == null) {
                return;
            }
            int now = row.ints(numContacts)[0];
            if (now != last[env]) {
                last[env] = now;
                out.write(env + "," + (step + 1) + "," + now + "\n");
            }
        }

        @Override
        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
            if (out != null) {
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
