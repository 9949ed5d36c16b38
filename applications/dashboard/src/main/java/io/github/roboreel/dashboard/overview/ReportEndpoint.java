package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.tools.report.Report;

/** {@code /report}: the document that {@code roboreel report --json} prints. */
final class ReportEndpoint {
    private final RecordingIndex index;

    ReportEndpoint(RecordingIndex index) {
        this.index = index;
    }

    Answer answer(Request request) throws Refusal {
        ReportRequest asked = ReportRequest.of(index, request);
        Selection selection = asked.selection();
        try {
            return new Answer.Json(
                    Report.of(selection.sources(), selection.problems(), selection.filter(), asked.options())
                            .document());
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest(e.getMessage());
        }
    }
}
