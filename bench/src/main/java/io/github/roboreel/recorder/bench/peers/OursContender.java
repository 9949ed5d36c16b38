package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.MeasuredRecording;
import io.github.roboreel.recorder.bench.record.RecordRun;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** This recorder, in this JVM, from open to the closed and complete file. */
final class OursContender implements Contender {
    private final String name;
    private final RecordSpec spec;
    private RecordRun run;
    private long fileBytes = 1;

    OursContender(String name, RecordSpec spec) {
        this.name = name;
        this.spec = spec;
    }

    @Override
    public String name() {
        return name;
    }

    /** Size of the last recording's file; 1 before the first. */
    long fileBytes() {
        return fileBytes;
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public Map<String, Double> run(Path folder) throws IOException {
        if (run == null) {
            run = new RecordRun(spec);
        }
        MeasuredRecording recording = run.record(folder);
        fileBytes = recording.fileBytes();
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("env_steps_per_s", recording.envStepsPerSecond());
        figures.put("raw_mb_per_s", recording.rawMbPerSecond());
        figures.put("wall_s", recording.seconds().wall());
        figures.put("file_mb", recording.fileMb());
        figures.put("cpu_us_per_env_step", recording.cpuMicrosPerEnvStep());
        for (double percentile : new double[] {50, 99, 99.9, 100}) {
            figures.put(Contenders.stall(percentile), recording.stallMicros(percentile));
        }
        figures.put("allocated_bytes_per_step", (double) recording.allocatedBytes() / spec.steps());
        return figures;
    }
}
