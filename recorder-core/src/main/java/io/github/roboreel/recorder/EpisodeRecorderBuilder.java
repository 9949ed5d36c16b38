package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.plan.ContinuousRun;
import io.github.roboreel.recorder.plan.PlannedRun;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.UnstoredImages;
import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.recorder.spi.FinalFileListener;
import io.github.roboreel.recorder.spi.FinalFileListenerProvider;
import io.github.roboreel.recorder.spi.MetricSets;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Options of a recording, and its opening. What is not given has a default: default settings, the sinks and metric sets
 * of the class path, meters that nothing reads, a plan that records everything, a lock of the recorder's own. For one
 * thread; {@link #open} may be called once.
 */
public final class EpisodeRecorderBuilder {
    private final RunSpec run;
    private final FieldSchema schema;
    private final List<Function<RunSpec, EpisodeSink>> sinks = new ArrayList<>();
    private final Map<String, EpisodeMetricSet> metrics = new LinkedHashMap<>();
    private final List<FinalFileListener> listeners = new ArrayList<>();
    private RecorderConfig config;
    private MeterRegistry meters;
    private RecordingPlan plan = RecordingPlan.EVERYTHING;
    private OutputLock lock;
    private StopRequest stopRequest = new StopRequest();
    private boolean takesMetrics = true;
    private boolean takesVideos = true;
    private EpisodeSink readySink;
    private boolean continuous;
    private boolean opened;

    EpisodeRecorderBuilder(RunSpec run, FieldSchema schema) {
        this.run = Objects.requireNonNull(run, "run");
        this.schema = Objects.requireNonNull(schema, "schema");
    }

    /** Takes these settings instead of {@link RecorderConfig#defaults}. */
    public EpisodeRecorderBuilder config(RecorderConfig given) {
        config = Objects.requireNonNull(given, "config");
        return this;
    }

    /**
     * Counts in this registry.
     *
     * @param given the user's own; the recorder removes its gauges from it when it closes, and does not close it
     */
    public EpisodeRecorderBuilder meters(MeterRegistry given) {
        meters = Objects.requireNonNull(given, "meters");
        return this;
    }

    /**
     * Adds a sink. Sinks that are given replace those of the class path; they see the steps in the order given.
     *
     * @param sink not yet opened; the recorder owns it from {@link #open} on and closes it
     */
    public EpisodeRecorderBuilder sink(EpisodeSink sink) {
        readySink = Objects.requireNonNull(sink, "sink");
        sinks.add(planned -> sink);
        return this;
    }

    /** As {@link #sink(EpisodeSink)}, a sink that its provider makes for the run that is recorded. */
    public EpisodeRecorderBuilder sink(EpisodeSinkProvider provider) {
        Objects.requireNonNull(provider, "provider");
        sinks.add(planned -> provider.create(config, planned));
        return this;
    }

    /**
     * As {@link #sink(EpisodeSink)}, one for each run.
     *
     * @param ofRun makes the sink of a run
     */
    public EpisodeRecorderBuilder sink(Function<RunSpec, ? extends EpisodeSink> ofRun) {
        Objects.requireNonNull(ofRun, "ofRun");
        sinks.add(ofRun::apply);
        return this;
    }

    /** As {@link #sink(EpisodeSink)}, several in their order. */
    public EpisodeRecorderBuilder sinks(List<? extends EpisodeSink> given) {
        given.forEach(this::sink);
        return this;
    }

    /**
     * Adds a metric set. Sets that are given replace those of the class path.
     *
     * @param name what the set is called where it failed: {@code metrics:<name>} among the {@code failed_sinks} of a
     *     result line
     */
    public EpisodeRecorderBuilder metric(String name, EpisodeMetricSet set) {
        metrics.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(set, "set"));
        return this;
    }

    /** Computes no metrics, whatever is on the class path: {@code metrics} of the result lines stay empty. */
    public EpisodeRecorderBuilder withoutMetrics() {
        takesMetrics = false;
        return this;
    }

    /**
     * Leaves out every sink that {@linkplain EpisodeSink#recordsVideos records videos}. Images that the schema declares
     * for videos only may be put and are dropped.
     */
    public EpisodeRecorderBuilder withoutVideos() {
        takesVideos = false;
        return this;
    }

    /**
     * Records what a plan says: some episodes or steps only, with values and attributes of callbacks. When every n-th
     * step is stored only, dt, {@code decimation} and {@code render_interval} of the run's files are n times as long.
     */
    public EpisodeRecorderBuilder plan(RecordingPlan given) {
        plan = Objects.requireNonNull(given, "plan");
        return this;
    }

    /**
     * Lets an env begin its next episode as soon as it has ended the one before, without waiting for other envs. Run
     * files then have {@code recorder.episodes_per_file} (256) places, {@code demo_<k>}, filled in the order in which
     * episodes begin; runs follow each other from that of the {@link RunSpec} on. {@code env_id} of a result line is k,
     * and {@code sim_env_id} the env. Seeds count up by episode from that of env 0, unless it has none.
     */
    public EpisodeRecorderBuilder continuous() {
        continuous = true;
        return this;
    }

    /**
     * Adds a listener that is notified of each file that is final, to upload it for example. Listeners that are given
     * replace those of the class path.
     */
    public EpisodeRecorderBuilder finalFiles(FinalFileListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Records under a lock that the caller holds, over several runs perhaps, and gives back itself. The caller then
     * knows when all runs are done and writes {@code run_complete.json}, which otherwise {@link EpisodeRecorder#close}
     * does: see {@link io.github.roboreel.format.RunComplete}.
     */
    public EpisodeRecorderBuilder lock(OutputLock held) {
        lock = Objects.requireNonNull(held, "lock");
        return this;
    }

    /**
     * Obeys a request that may be made at any moment: from before {@link #open}, which it ends, to
     * {@link EpisodeRecorder#close}, which it makes leave out what can be left out.
     */
    public EpisodeRecorderBuilder stopRequest(StopRequest request) {
        stopRequest = Objects.requireNonNull(request, "stopRequest");
        return this;
    }

    /**
     * Opens the run: prepares its folder, opens every sink, starts their threads.
     *
     * @return the recorder, which the caller closes
     * @throws IllegalArgumentException when the arguments do not fit together, there is no sink, the lock is another
     *     folder's or was given back, an image is neither stored nor {@linkplain EpisodeSink#consumes consumed} by a
     *     sink, or a field has a path that the format {@linkplain FieldSchema#requireRecordable reserves}; nothing was
     *     created
     * @throws ConfigException when settings, or the run's configuration, contradict each other, or the JVM has not the
     *     memory that ring and camera frames take; nothing was created
     * @throws RoboReelException of kind {@link Kind#LOCKED} when another recorder writes into the folder, of kind
     *     {@link Kind#CONFLICT} when the folder already holds this run, of kind {@link Kind#UNSUPPORTED} when Jackson
     *     or Disruptor is older than the recorder can use; nothing was touched
     * @throws RecorderException of kind {@link Kind#INTERRUPTED} when the calling thread is interrupted, or a stop is
     *     requested before the run is open
     * @throws RecorderException when the folder cannot be written or a sink cannot open. Whatever is thrown, an Error
     *     too, nothing of the run is left in the folder
     */
    public EpisodeRecorder open() {
        if (opened) {
            throw new IllegalStateException("open was called before; make a new builder for each run");
        }
        opened = true;
        LibraryVersions.requireUsable();
        requireNotInterrupted();
        schema.requireRecordable();
        config = config == null ? RecorderConfig.defaults() : config;
        meters = meters == null ? new SimpleMeterRegistry() : meters;
        if (lock != null) {
            lock.requireHeldFor(run.folder());
        }
        RunSpec first = first();
        MetricSets metricSets = metricSets();
        RecordingHealth health = new RecordingHealth();
        Function<RunSpec, RecorderParts> parts =
                of -> RecorderParts.of(config, of, schema, createSinks(of), metricSets, meters, health);
        RecorderParts made = parts.apply(first);
        try {
            return lock == null ? openLocked(made, parts) : open(made, parts, null);
        } catch (Throwable e) {
            Undo.after(e, made.meters()::close);
            throw e;
        }
    }

    /** Whatever channel an interrupted thread touches is closed. */
    private void requireNotInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new RecorderException(
                    Kind.INTERRUPTED,
                    Sentence.of(
                            "run %s of %s was not opened, as thread '%s' is interrupted; open it in another thread, or"
                                    + " call Thread.interrupted() first",
                            run.run(), run.envName(), Thread.currentThread().getName()));
        }
    }

    private RunSpec first() {
        RunSpec planned = PlannedRun.of(RunProvenance.of(run), plan.steps());
        if (!continuous) {
            return planned;
        }
        if (readySink != null) {
            throw new IllegalArgumentException("sink '" + readySink.name()
                    + "' is ready-made and serves one run; give a function that makes one for each run of continuous"
                    + " episodes");
        }
        return ContinuousRun.first(planned, config.get(RecorderSettings.EPISODES_PER_FILE));
    }

    private EpisodeRecorder openLocked(RecorderParts first, Function<RunSpec, RecorderParts> parts) {
        OutputLock own = OutputLock.acquire(run.folder());
        try {
            return open(first, parts, own);
        } catch (Throwable e) {
            Undo.after(e, own::close);
            throw e;
        }
    }

    private EpisodeRecorder open(RecorderParts first, Function<RunSpec, RecorderParts> parts, OutputLock own) {
        FinalFiles finalFiles = new FinalFiles(config, first.run(), listeners(), meters);
        OpenRuns runs = new OpenRuns(first, parts, plan, own, stopRequest, finalFiles);
        try {
            return new EpisodeRecorder(first.run(), schema, runs, stopRequest);
        } catch (OutOfMemoryError e) {
            ConfigException refused =
                    RingMemory.of(config, schema, run.numEnvs()).refusal(e);
            runs.abandon(refused);
            throw refused;
        } catch (Throwable e) {
            runs.abandon(e);
            throw e;
        }
    }

    private List<EpisodeSink> createSinks(RunSpec planned) {
        List<EpisodeSink> created = new ArrayList<>();
        if (sinks.isEmpty()) {
            ServiceLoader.load(EpisodeSinkProvider.class).forEach(p -> created.add(p.create(config, planned)));
        } else {
            sinks.forEach(sink -> created.add(sink.apply(planned)));
        }
        if (!created.isEmpty()) {
            UnstoredImages.requireConsumed(schema, created);
        }
        if (!takesVideos) {
            created.removeIf(EpisodeSink::recordsVideos);
        }
        return created;
    }

    private List<FinalFileListener> listeners() {
        if (!listeners.isEmpty()) {
            return listeners;
        }
        List<FinalFileListener> found = new ArrayList<>();
        ServiceLoader.load(FinalFileListenerProvider.class)
                .forEach(p -> p.create(config).ifPresent(found::add));
        return found;
    }

    private MetricSets metricSets() {
        if (!takesMetrics) {
            return MetricSets.of(Map.of());
        }
        return metrics.isEmpty() ? MetricSets.onClassPath(config) : MetricSets.of(metrics);
    }
}
