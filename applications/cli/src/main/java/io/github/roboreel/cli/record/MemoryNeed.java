package io.github.roboreel.cli.record;

import com.sun.management.OperatingSystemMXBean;
import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.RecordingMemory;
import java.lang.management.ManagementFactory;

/**
 * Estimate of the memory of the machine that a recording takes.
 *
 * @param numEnvs parallel envs
 * @param bytes of simulator and recorder, native and mapped ones included
 * @param machineBytes what the machine, or the container, has
 */
record MemoryNeed(int numEnvs, long bytes, long machineBytes) {
    private static final double GIBIBYTE = 1L << 30;

    /**
     * On this machine.
     *
     * @throws RoboReelException when a sink does not take the schema
     */
    static MemoryNeed of(RecordPlan plan) {
        int numEnvs = plan.batch().numEnvs();
        long recorder = Arguments.checked(() -> plan.isContinuous()
                ? RecordingMemory.ofContinuous(plan.config(), plan.schema(), numEnvs, plan.demosPerRun())
                : RecordingMemory.bytes(plan.config(), plan.schema(), numEnvs));
        long machine =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new MemoryNeed(
                numEnvs, recorder + plan.batch().simulation().memoryBytes(numEnvs, plan.workers()), machine);
    }

    /**
     * @param isMeant whether the user knows
     * @throws RoboReelException when it is more than half of what there is, and not meant
     */
    void requireSense(boolean isMeant) {
        if (bytes > machineBytes / 2 && !isMeant) {
            throw RoboReelException.badArgument(
                    "%d envs take about %.1f GiB of memory, more than half of this machine's"
                            + " %.1f GiB; lower --num-envs, or add --yes if that is meant",
                    numEnvs, bytes / GIBIBYTE, machineBytes / GIBIBYTE);
        }
    }
}
