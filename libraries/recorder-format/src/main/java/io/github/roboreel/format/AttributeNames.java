package io.github.roboreel.format;

/** Names of a run file's attributes: of {@code data}, of each demo, of each dataset. */
public final class AttributeNames {
    /** Of {@code data}: steps of all demos, int64. */
    public static final String TOTAL = "total";

    /** Of {@code data}: what robomimic reads of the environment, JSON with {@code env_name} and {@code type}. */
    public static final String ENV_ARGS = "env_args";

    /** Of {@code data}: version of RoboReel's format, int64. */
    public static final String FORMAT_VERSION = "format_version";

    /** Of {@code data}: version of the recorder, text. */
    public static final String RECORDER_VERSION = "recorder_version";

    public static final String RUN_ID = "run_id";

    /** Of {@code data}: when the file was made, UTC, ISO-8601 with offset. */
    public static final String RECORDED_AT = "recorded_at";

    /** Of {@code data}: the simulator's envs, int64. */
    public static final String NUM_ENVS = "num_envs";

    /** Of {@code data} in a recording of continuous episodes: places for demos in a run file, int64. */
    public static final String EPISODES_PER_FILE = "episodes_per_file";

    /** Of {@code data}: the run's {@code env_cfg.json}, JSON. */
    public static final String CONFIG = "config";

    /** Of {@code data}: labels of the task, a JSON array. */
    public static final String TASK_ATTRIBUTES = "task_attributes";

    /** Of {@code data}: names of the metric sets computed of its episodes, a JSON array. */
    public static final String METRIC_SETS = "metric_sets";

    /** Of {@code data}: with which software, and on which machine, it was recorded, JSON. */
    public static final String PROVENANCE = "provenance";

    /** Of a demo: its stored steps, int64. */
    public static final String NUM_SAMPLES = "num_samples";

    /** Of a demo: the verdict, boolean; false, too, for what was never judged. */
    public static final String SUCCESS = "success";

    /** Of a demo: how its episode ended, a label of 16 bytes. */
    public static final String STATUS = "status";

    /** Of a demo: what an application says of its episode, JSON. */
    public static final String EPISODE_METADATA = "episode_metadata";

    /** Of a demo: seconds from row to row, float64. */
    public static final String DT = "dt";

    /** Of a demo: what the robot was asked to do, text. */
    public static final String INSTRUCTION = "instruction";

    /** Of a demo: who acted, text. */
    public static final String POLICY = "policy";

    /** Of a demo: name of the environment, text. */
    public static final String ENV_NAME = "env_name";

    /** Of a demo: the episode's seed, int64; -1 when it is unknown. */
    public static final String SEED = "seed";

    /**
     * Of a demo in a recording of continuous episodes: the simulator's env that it comes from, int64; -1 until it
     * begins.
     */
    public static final String SIM_ENV_ID = "sim_env_id";

    /** Of a dataset: its unit, text. */
    public static final String UNIT = "unit";

    /** Of a dataset: its frame of reference, text. */
    public static final String FRAME = "frame";

    /**
     * Of a dataset of floating-point numbers: that NaN and infinities are data in it, boolean; absent where they are
     * not.
     */
    public static final String NON_FINITE_ALLOWED = "non_finite_allowed";

    /**
     * Of {@code data}: what the run's fields are, a JSON object by path, see {@link Signals}; absent where nothing is
     * said.
     */
    public static final String SIGNALS = "signals";

    /** Of a dataset, and in {@link #SIGNALS}: the name of each element, texts; see {@link FieldSignal}. */
    public static final String NAMES = "names";

    /** Likewise: the unit of each element, texts. */
    public static final String UNITS = "units";

    /** Likewise: least values, float64. */
    public static final String LOW = "low";

    /** Likewise: greatest values, float64. */
    public static final String HIGH = "high";

    /** Likewise: how many values there are, int64. */
    public static final String NUM_VALUES = "num_values";

    /** Likewise: order of the quaternion that a row ends in, text. */
    public static final String QUATERNION = "quaternion";

    /** Likewise: that pictures hold no noise, boolean; absent where that is not said. */
    public static final String NOISE_FREE = "noise_free";

    private AttributeNames() {}
}
