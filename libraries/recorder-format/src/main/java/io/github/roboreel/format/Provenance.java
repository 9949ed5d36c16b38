package io.github.roboreel.format;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * With which software, and on which machine, a run was recorded: attribute {@code provenance} of {@code data}, and
 * {@code _provenance} in {@code env_cfg.json} for the first run of a folder. One that is null is not known. Texts are
 * kept to one line of up to 200 characters. Immutable.
 *
 * @param roboreel version of RoboReel
 * @param simulator name of the simulator
 * @param simulatorVersion version of the simulator
 * @param plugin file name of the plug-in that brought it; null where it is on the class path
 * @param pluginVersion version of the plug-in
 * @param java version of the Java runtime, and the name of its virtual machine
 * @param os name, version and architecture of the operating system
 * @param cpu model of the processor
 * @param gpu model of the graphics processor that simulates or renders
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonNaming(SnakeCaseStrategy.class)
public record Provenance(
        String roboreel,
        String simulator,
        String simulatorVersion,
        String plugin,
        String pluginVersion,
        String java,
        String os,
        String cpu,
        String gpu) {
    /** Nothing is known. */
    public static final Provenance UNKNOWN = new Provenance(null, null, null, null, null, null, null, null, null);

    private static final int MAX_CHARS = 200;

    /** Makes one line of each text; an empty one is null. */
    public Provenance {
        roboreel = line(roboreel);
        simulator = line(simulator);
        simulatorVersion = line(simulatorVersion);
        plugin = line(plugin);
        pluginVersion = line(pluginVersion);
        java = line(java);
        os = line(os);
        cpu = line(cpu);
        gpu = line(gpu);
    }

    private static String line(String text) {
        if (text == null) {
            return null;
        }
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.isEmpty() ? null : line.substring(0, Math.min(MAX_CHARS, line.length()));
    }

    /** Of a simulator; a null or empty version is not known. */
    public static Provenance ofSimulator(String name, String version) {
        return new Provenance(null, name, version, null, null, null, null, null, null);
    }

    /** With the plug-in that brings the simulator; a null or empty version is not known. */
    public Provenance withPlugin(String name, String version) {
        return new Provenance(roboreel, simulator, simulatorVersion, name, version, java, os, cpu, gpu);
    }

    /** With the graphics processor that simulates or renders; a null or empty one is not known. */
    public Provenance withGpu(String model) {
        return new Provenance(roboreel, simulator, simulatorVersion, plugin, pluginVersion, java, os, cpu, model);
    }

    /** Whether nothing is known. */
    @JsonIgnore
    public boolean isUnknown() {
        return equals(UNKNOWN);
    }
}
