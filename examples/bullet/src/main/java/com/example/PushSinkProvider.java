package com.example;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
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

/** Makes the sink that writes {@code pushes_<run>.csv}: env, step, link, place and impulse of the arm's contacts. */
public final class PushSinkProvider implements EpisodeSinkProvider {
    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public EpisodeSink create(RecorderConfig config, RunSpec run) {
        return new PushSink(run.envFolder().resolve("pushes_" + run.run() + ".csv"));
    }

    private static final class PushSink implements EpisodeSink {
        private final Path file;
        private Field contacts;
        private Field numContacts;
        private Field bodies;
        private Writer out;

        PushSink(Path file) {
            this.file = file;
        }

        @Override
        public String name() {
            return "pushes";
        }

        @Override
        public Role role() {
            return Role.SIDE;
        }

        /** Takes part in every recording; those of other simulators have no such contacts. */
        @Override
        public void open(SinkContext context) throws IOException {
            FieldSchema schema = context.schema();
            if (schema.has(ArmFields.CONTACTS) && schema.has(ArmFields.CONTACT_BODIES)) {
                contacts = schema.field(ArmFields.CONTACTS);
                numContacts = schema.field(ArmFields.NUM_CONTACTS);
                bodies = schema.field(ArmFields.CONTACT_BODIES);
                out = Files.newBufferedWriter(file);
                out.write("env,step,link,x_m,y_m,z_m,impulse_ns\n");
            }
        }

        @Override
        public void onBegin(int env, RowView initial) {}

        @Override
        public void onStep(int env, long step, RowView row) throws IOException {
            if (out == null) {
                return;
            }
            float[] points = row.floats(contacts);
            byte[] touching = row.bytes(bodies);
            for (int i = 0; i < row.ints(numContacts)[0]; i++) {
                if (touching[i] >= Contacts.FIRST_LINK) {
                    write(env, step, touching[i] - Contacts.FIRST_LINK, points, i * Contacts.VALUES);
                }
            }
        }

        private void write(int env, long step, int link, float[] points, int at) throws IOException {
            out.write(env + "," + step + "," + link + "," + points[at] + "," + points[at + 1] + "," + points[at + 2]
                    + "," + points[at + Contacts.VALUES - 1] + "\n");
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
