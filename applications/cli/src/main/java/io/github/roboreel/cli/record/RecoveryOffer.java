package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.FaultReport;
import io.github.roboreel.cli.base.RecoverySession;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.tools.resume.RecordingIdentity;
import io.github.roboreel.tools.resume.Resumption;
import java.io.IOException;

/** Resumes the recording in a folder; a run in it that was not closed is recovered first if the user says so. */
final class RecoveryOffer {
    private final Terminal terminal;
    private final boolean accepted;
    private boolean complete = true;

    /** @param accepted whether the user said so beforehand; otherwise asked, on an interactive terminal */
    RecoveryOffer(Terminal terminal, boolean accepted) {
        this.terminal = terminal;
        this.accepted = accepted;
    }

    /**
     * As {@link Resumption#of}.
     *
     * @throws RoboReelException of kind {@link Kind#UNCLOSED}, when a run was not closed and the user did not say so;
     *     nothing was touched
     */
    Resumption resume(OutputLock lock, RecordingIdentity identity, RecordPlan plan) throws IOException {
        try {
            return Resumption.of(lock, identity);
        } catch (RoboReelException e) {
            boolean isUnclosed = e.kind() == Kind.UNCLOSED;
            if (!isUnclosed || !accepted && !terminal.confirms(FaultReport.sentence(e), "Recover it now?")) {
                throw e;
            }
            recover(lock, plan);
            return Resumption.afterRecovery(lock, identity);
        }
    }

    private void recover(OutputLock lock, RecordPlan plan) throws IOException {
        MetricSets metrics = MetricSets.onClassPath(plan.config());
        RecoverySession session = new RecoverySession(metrics, RecoveryPlace.BESIDE, terminal);
        session.recover(lock);
        session.text().lines().map(String::strip).forEach(terminal::say);
        session.losses().forEach(terminal::say);
        complete = session.isComplete();
    }

    /** False when something could not be brought back. */
    boolean isComplete() {
        return complete;
    }
}
