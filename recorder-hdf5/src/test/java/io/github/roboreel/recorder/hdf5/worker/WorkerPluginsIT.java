package io.github.roboreel.recorder.hdf5.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.plugin.PluginSources;
import io.github.roboreel.recorder.plugin.Plugins;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import io.github.roboreel.recorder.spi.MetricSets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker sees the plug-ins of the thread that takes it, and no others. */
class WorkerPluginsIT {
    /** Says which metric sets it sees. */
    static final class SeenSets implements Service<SeenSets.Question> {
        record Question(String text) {}

        @Override
        public Class<Question> requestType() {
            return Question.class;
        }

        @Override
        public Object answer(Question request, Progress progress) {
            return MetricSets.onClassPath(RecorderConfig.defaults()).names();
        }
    }

    private static final String SET = """
            import io.github.roboreel.recorder.config.*;
            import io.github.roboreel.recorder.spi.*;
            import java.util.*;
            public final class Mine implements EpisodeMetricSetProvider {
                public List<Setting<?>> settings() { return List.of(); }
                public EpisodeMetricSet create(RecorderConfig config) { return (episode, dt) -> Map.of(); }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void itSeesThoseOfTheThreadThatTakesIt() throws Exception {
        Path plugin = new PluginSources(folder.resolve("mine"))
                .add(SET)
                .offering(EpisodeMetricSetProvider.class.getName(), "Mine")
                .jar();
        List<String> usual = seen();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(Plugins.open(List.of(plugin)));
        try {
            assertEquals(
                    List.of("Mine"),
                    seen().stream().filter(s -> !usual.contains(s)).toList());
        } finally {
            thread.setContextClassLoader(before);
        }
        assertEquals(usual, seen());
    }

    private static List<String> seen() throws IOException {
        Worker worker = Worker.take(SeenSets.class);
        try {
            return worker.ask(new SeenSets.Question(""), new TypeReference<List<String>>() {}, Worker.longestSilence());
        } finally {
            worker.giveBack();
        }
    }
}
