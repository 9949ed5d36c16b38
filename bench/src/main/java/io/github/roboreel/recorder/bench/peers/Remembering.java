package io.github.roboreel.recorder.bench.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** A contender whose last figures another one needs. */
record Remembering(Contender contender, Consumer<Map<String, Double>> listener) implements Contender {
    @Override
    public String name() {
        return contender.name();
    }

    @Override
    public boolean warmsUp() {
        return contender.warmsUp();
    }

    @Override
    public String whyMissing() {
        return contender.whyMissing();
    }

    @Override
    public Map<String, Double> run(Path folder) throws IOException, InterruptedException {
        Map<String, Double> figures = contender.run(folder);
        listener.accept(figures);
        return figures;
    }
}
