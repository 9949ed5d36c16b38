package io.github.roboreel.recorder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.Provenance;
import io.github.roboreel.recorder.plan.PlannedRun;
import io.github.roboreel.recorder.schema.TextRules;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * One run: where it goes and what it is about. Made by {@link #builder}; immutable, equal when it says the same. Each
 * env has one episode in it, unless episodes are continuous: then it has places for more, filled in the order in which
 * they begin.
 */
public final class RunSpec {
    /** Version of what our files add to RoboLab's. */
    public static final int FORMAT_VERSION = io.github.roboreel.format.RunHeader.VERSION;

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Describes a run with sensible values for all that is not said.
     *
     * @param folder the output folder
     * @param envName name of the registered environment, and of the sub-folder: in Unicode form NFC, no slashes, no dot
     *     at its start, no control characters, up to 200 bytes of UTF-8
     */
    public static Builder builder(Path folder, String envName) {
        return new Builder(folder, envName);
    }

    private final Path folder;
    private final String envName;
    private final String taskName;
    private final int run;
    private final List<EpisodeInfo> episodes;
    private final int numEnvs;
    private final boolean continuous;
    private final String instructionType;
    private final List<String> attributes;
    private final String envConfigJson;
    private final Provenance provenance;

    private RunSpec(Builder builder) {
        folder = builder.folder;
        envName = builder.envName;
        taskName = Objects.requireNonNull(builder.taskName, "taskName");
        run = builder.run;
        episodes = builder.allEpisodes();
        continuous = builder.continuousEnvs > 0;
        numEnvs = continuous ? builder.continuousEnvs : episodes.size();
        instructionType = Objects.requireNonNull(builder.instructionType, "instructionType");
        attributes = builder.attributes;
        provenance = builder.provenance;
        TextRules.requireFolderName("env name", envName, folder);
        TextRules.requireName("task name", taskName);
        TextRules.requireName("instruction type", instructionType);
        attributes.forEach(a -> TextRules.requireName("attribute", a));
        if (run < 0) {
            throw new IllegalArgumentException("run is " + run + "; expected 0 or more");
        }
        if (episodes.isEmpty()) {
            throw new IllegalArgumentException("a run needs at least one env; given none");
        }
        envConfigJson = builder.config(episodes);
    }

    /** The output folder, holding {@code episode_results.jsonl} and one folder per env name. */
    public Path folder() {
        return folder;
    }

    /** Name of the registered environment, and of the sub-folder. */
    public String envName() {
        return envName;
    }

    /** Name of the task, as the results show it. */
    public String taskName() {
        return taskName;
    }

    /** Index of the run, from 0. */
    public int run() {
        return run;
    }

    /** One entry per demo: in env order, unless episodes are continuous. */
    public List<EpisodeInfo> episodes() {
        return episodes;
    }

    /** Which variant the instruction is, {@code default} when there is one only. */
    public String instructionType() {
        return instructionType;
    }

    /** Labels of the task, a difficulty among them. */
    public List<String> attributes() {
        return attributes;
    }

    /**
     * The environment's configuration, a JSON object with {@code sim.dt} (s), {@code decimation} and whatever else
     * describes it; it is written to {@code env_cfg.json} and into the run file.
     */
    public String envConfigJson() {
        return envConfigJson;
    }

    /**
     * With which software, and on which machine, it is recorded, as far as the application says it; a recorder that
     * opens the run adds the versions of RoboReel and Java, and the machine.
     */
    public Provenance provenance() {
        return provenance;
    }

    /** Number of parallel envs. */
    public int numEnvs() {
        return numEnvs;
    }

    /** Demos that the run file has places for: one per env, unless episodes are continuous. */
    public int numDemos() {
        return episodes.size();
    }

    /** Whether an env begins episode after episode, without waiting for the others. */
    public boolean isContinuous() {
        return continuous;
    }

    /**
     * Identity of an episode.
     *
     * @param demo number of its demo, from 0: that of the env, unless episodes are continuous
     */
    public EpisodeId id(int demo) {
        return id(demo, demo);
    }

    /**
     * Identity of an episode.
     *
     * @param demo number of its demo, from 0
     * @param simEnv the simulator's env, from 0
     */
    public EpisodeId id(int demo, int simEnv) {
        return new EpisodeId(run, demo, numDemos(), simEnv);
    }

    /** The folder that holds the run's files. */
    public Path envFolder() {
        return folder.resolve(envName);
    }

    /**
     * The demos' {@code episode_metadata} until their episodes end, JSON: which steps are stored, unless all are. A
     * demo whose recorder died keeps it.
     */
    public String initialMetadataJson() {
        return PlannedRun.metadata(envConfigJson);
    }

    /** {@code <ENV>_<run>}, with the instruction type between them unless it is {@code default}. */
    public String runName() {
        String type = instructionType.equals("default") ? "" : instructionType + "_";
        return envName + "_" + type + run;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunSpec that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "RunSpec" + values();
    }

    private List<Object> values() {
        return List.of(
                folder,
                envName,
                taskName,
                run,
                episodes,
                numEnvs,
                instructionType,
                attributes,
                envConfigJson,
                provenance);
    }

    /** A run that differs from this one in what is changed then. */
    public Builder toBuilder() {
        return new Builder(folder, envName)
                .taskName(taskName)
                .run(run)
                .episodes(episodes)
                .continuous(continuous ? numEnvs : 0)
                .instructionType(instructionType)
                .attributes(attributes)
                .envConfigJson(envConfigJson)
                .provenance(provenance);
    }

    /**
     * A run in the making: run 0, a task named like the environment, and an environment configuration made from the
     * control period, unless other values are given. {@code envs}, and {@code dtSeconds} or {@code physics}, are
     * required, unless {@code episodes} bring their own. For one thread.
     */
    public static final class Builder {
        private final Path folder;
        private final String envName;
        private final Map<String, Object> envConfig = new LinkedHashMap<>();
        private String taskName;
        private int run;
        private Integer numEnvs;
        private String instruction = "";
        private String policy = "unknown";
        private long seed = -1;
        private int seedStep;
        private double dtSeconds;
        private int decimation = 1;
        private List<EpisodeInfo> episodes;
        private int continuousEnvs;
        private String instructionType = "default";
        private List<String> attributes = List.of();
        private String envConfigJson;
        private Provenance provenance = Provenance.UNKNOWN;

        private Builder(Path folder, String envName) {
            this.folder = Objects.requireNonNull(folder, "folder");
            this.envName = Objects.requireNonNull(envName, "envName");
            taskName = envName;
        }

        /** Names the task as the results show it; by default as the environment. */
        public Builder taskName(String name) {
            taskName = name;
            return this;
        }

        /** Sets the run's index in the folder, from 0. */
        public Builder run(int index) {
            run = index;
            return this;
        }

        /** Sets the control period: seconds between two steps. */
        public Builder dtSeconds(double seconds) {
            return physics(seconds, 1);
        }

        /**
         * Sets the control period as that of the physics, in seconds, times the physics steps per control step.
         *
         * @param physicsDtSeconds time step of the physics, s
         * @param stepsPerControlStep physics steps between two recorded steps, 1 or more
         */
        public Builder physics(double physicsDtSeconds, int stepsPerControlStep) {
            dtSeconds = physicsDtSeconds * stepsPerControlStep;
            decimation = stepsPerControlStep;
            return this;
        }

        /**
         * Sets the number of parallel envs and the instruction that all of them follow.
         *
         * @param count number of parallel envs, 1 or more
         * @param instructionOfAll in words; may be empty
         */
        public Builder envs(int count, String instructionOfAll) {
            numEnvs = count;
            instruction = instructionOfAll;
            return this;
        }

        /** Names the policy that acts in every env. */
        public Builder policy(String name) {
            policy = name;
            return this;
        }

        /** Sets the same seed for every env; -1, the default, for none. */
        public Builder seed(long seedOfAll) {
            seed = seedOfAll;
            seedStep = 0;
            return this;
        }

        /**
         * Gives each env a seed of its own, counting up.
         *
         * @param first seed of env 0, 0 or more; env i gets {@code first + i}
         */
        public Builder seeds(long first) {
            if (first < 0) {
                throw new IllegalArgumentException("the first seed is " + first + "; expected 0 or more");
            }
            seed = first;
            seedStep = 1;
            return this;
        }

        /**
         * Describes each env on its own, instead of {@link #envs}, {@link #policy}, {@link #seed}, {@link #seeds} and
         * {@link #dtSeconds}.
         *
         * @param oneEach one entry per env, in env order, all with the same period
         */
        public Builder episodes(List<EpisodeInfo> oneEach) {
            episodes = List.copyOf(oneEach);
            return this;
        }

        /**
         * Says that {@link #episodes} are the places of a run file of continuous episodes. The recorder makes such runs
         * from one that describes the envs.
         *
         * @param envs the simulator's envs, which fill the places; 0 when each env has one episode
         */
        public Builder continuous(int envs) {
            continuousEnvs = envs;
            return this;
        }

        /** Says which variant the instruction is; {@code default} when there is one only. */
        public Builder instructionType(String type) {
            instructionType = type;
            return this;
        }

        /** Labels the task, with a difficulty among others. */
        public Builder attributes(List<String> labels) {
            attributes = List.copyOf(labels);
            return this;
        }

        /**
         * Adds entries to the environment's configuration, or replaces those that are made by default: {@code sim} with
         * {@code dt} and {@code render_interval}, {@code decimation}, {@code num_envs}, {@code _task_name} and
         * {@code _task_attributes}.
         *
         * @param entries values that JSON knows, by name; a map at {@code sim} is merged with the default one
         */
        public Builder envConfig(Map<String, ?> entries) {
            envConfig.putAll(entries);
            return this;
        }

        /** Takes a ready configuration, a JSON object, instead; the period that it states must be that of the run. */
        public Builder envConfigJson(String json) {
            envConfigJson = json;
            return this;
        }

        /**
         * Says which simulator, of which version, and which graphics processor it is: {@code data@provenance} of the
         * run file has it, with RoboReel's and Java's versions and the machine, which the recorder adds.
         */
        public Builder provenance(Provenance given) {
            provenance = Objects.requireNonNull(given, "provenance");
            return this;
        }

        /**
         * The run.
         *
         * @throws IllegalArgumentException when envs or period are missing, the period is no positive number, a name or
         *     text is not allowed, or there is no env
         */
        public RunSpec build() {
            return new RunSpec(this);
        }

        private List<EpisodeInfo> allEpisodes() {
            return episodes == null ? sameEpisodes() : episodes;
        }

        private String config(List<EpisodeInfo> all) {
            return envConfigJson == null ? defaultConfig(all.get(0).dtSeconds(), all.size()) : envConfigJson;
        }

        private List<EpisodeInfo> sameEpisodes() {
            if (dtSeconds == 0) {
                throw new IllegalArgumentException("the run has no control period; give dtSeconds(seconds)");
            }
            if (numEnvs == null) {
                throw new IllegalArgumentException("the run has no envs; give envs(count, instruction)");
            }
            if (numEnvs < 1) {
                throw new IllegalArgumentException("a run needs at least one env; given " + numEnvs);
            }
            return IntStream.range(0, numEnvs)
                    .mapToObj(env -> new EpisodeInfo(instruction, policy, seed + (long) env * seedStep, dtSeconds))
                    .toList();
        }

        private String defaultConfig(double controlDtSeconds, int envs) {
            Map<String, Object> sim = new LinkedHashMap<>();
            sim.put("dt", controlDtSeconds / decimation);
            sim.put("render_interval", decimation);
            Map<String, Object> root = new LinkedHashMap<>();
            root.put("sim", sim);
            root.put("decimation", decimation);
            root.put("num_envs", envs);
            root.put("_task_name", taskName);
            root.put("_task_attributes", attributes);
            root.putAll(envConfig);
            if (envConfig.get("sim") instanceof Map<?, ?> given) {
                given.forEach((name, value) -> sim.put(String.valueOf(name), value));
                root.put("sim", sim);
            }
            try {
                return JSON.writeValueAsString(root);
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(
                        "the environment's configuration holds what JSON cannot: " + e.getOriginalMessage(), e);
            }
        }
    }
}
