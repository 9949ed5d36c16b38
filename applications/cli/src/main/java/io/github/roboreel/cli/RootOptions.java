package io.github.roboreel.cli;

import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options that every command takes, the program's own, and the text of the overall help. */
@Command(
        name = "roboreel",
        description = "Records episodes of robot simulations.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = RootOptions.Version.class,
        commandListHeading = "%nCommands:%n",
        footer = {"", "Exit codes: 0 ok, 1 failed, 2 bad arguments, 3 finished but data was lost or found" + " damaged."
        })
final class RootOptions {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    boolean help;

    // Not inherited: a dataset has a version, too.
    @Option(
            names = {"-v", "-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    boolean version;

    @Mixin
    EarlyOptions early;

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {
                "roboreel " + (version == null ? "(not packaged)" : version) + ", " + Hdf5.description()
            };
        }
    }
}
