package io.github.roboreel.tools.resume;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.tools.check.RunAudits;
import io.github.roboreel.tools.folder.EnvFolder;
import io.github.roboreel.tools.folder.EnvFolder.RunFile;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.ResultFolder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Faults of the runs of an env folder. Each run file is read once. */
final class RunFaults {
    private final ResultFolder folder;
    private final EnvFolder env;
    private final int numEnvs;
    private final RunAudits audits;
    private final Map<Integer, Optional<String>> faults = new HashMap<>();

    RunFaults(ResultFolder folder, EnvFolder env, int numEnvs, RunAudits audits) {
        this.folder = folder;
        this.env = env;
        this.numEnvs = numEnvs;
        this.audits = audits;
    }

    /**
     * Why a run is not complete; empty when it is.
     *
     * @throws IOException when no run file can be read at all
     */
    Optional<String> of(int run) throws IOException {
        Optional<String> known = faults.get(run);
        if (known != null) {
            return known;
        }
        Optional<RunFile> file = env.run(run);
        if (file.isEmpty()) {
            return Optional.of("it has no " + RunFolder.runFile(run));
        }
        List<EpisodeRecord> results = results(run);
        Optional<String> fault =
                new RunVerification(audits.audit(env, file.get(), results), results, run, numEnvs).fault();
        faults.put(run, fault);
        return fault;
    }

    /** The result lines of a run. */
    List<EpisodeRecord> results(int run) {
        return folder.episodes().stream()
                .filter(e -> e.envName().equals(env.name()))
                .filter(e -> e.run().equals(OptionalInt.of(run)))
                .toList();
    }
}
