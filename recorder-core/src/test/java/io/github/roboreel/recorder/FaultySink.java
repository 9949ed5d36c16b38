package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Fails for real at chosen places. */
final class FaultySink extends MemorySink {
    /** Where it fails. */
    enum Place {
        OPEN,
        BEGIN,
        STEP,
        BATCH_END,
        END,
        CLOSE
    }

    /** How it fails. */
    enum Fault {
        IO {
            @Override
            void strike() throws IOException {
                throw new IOException("the cable was pulled");
            }
        },
        BUG {
            @Override
            void strike() {
                Object nothing = List.of().stream().findAny().orElse(null);
                nothing.hashCode();
            }
        },
        HUGE_ARRAY {
            @Override
            void strike() {
                long[] tooMuch = new long[Integer.MAX_VALUE];
                tooMuch[0] = 1;
            }
        },
        FULL_HEAP {
            @Override
            void strike() throws InterruptedException {
                // The other sinks get through first, so that it is this one that runs out.
                Thread.sleep(300);
                List<byte[]> all = new ArrayList<>();
                while (true) {
                    all.add(new byte[1 << 16]);
                }
            }
        };

        abstract void strike() throws IOException, InterruptedException;
    }

    private final Set<Place> places;
    private final Fault fault;
    private int strikes;

    FaultySink(Role role, RunSpec run, Set<Place> places, Fault fault) {
        super("faulty", role, run, new MemoryRuns());
        this.places = places.isEmpty() ? EnumSet.noneOf(Place.class) : EnumSet.copyOf(places);
        this.fault = fault;
    }

    /** How often it failed. */
    int strikes() {
        return strikes;
    }

    private void at(Place place) throws IOException {
        if (places.contains(place)) {
            strikes++;
            try {
                fault.strike();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    @Override
    public void open(SinkContext context) throws IOException {
        super.open(context);
        at(Place.OPEN);
    }

    @Override
    public void onBegin(int env, RowView initial) throws IOException {
        at(Place.BEGIN);
        super.onBegin(env, initial);
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        at(Place.STEP);
        super.onStep(env, step, row);
    }

    @Override
    public void onBatchEnd() throws IOException {
        at(Place.BATCH_END);
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
        at(Place.END);
        return super.onEnd(env, end);
    }

    @Override
    public void close() throws IOException {
        super.close();
        at(Place.CLOSE);
    }
}
