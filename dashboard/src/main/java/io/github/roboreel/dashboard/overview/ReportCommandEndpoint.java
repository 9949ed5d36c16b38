package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Endpoint;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.RecordingIndex;
import java.util.Map;

/** {@code /report/command}: the command line that prints what {@code /report} answers. */
final class ReportCommandEndpoint implements Endpoint {
    private final RecordingIndex index;

    ReportCommandEndpoint(RecordingIndex index) {
        this.index = index;
    }

    @Override
    public String path() {
        return "/report/command";
    }

    @Override
    public boolean isAskedByPost() {
        return true;
    }

    @Override
    public Answer answer(Request request) throws Refusal {
        return new Answer.Json(Map.of("command", ReportRequest.command(index, request)));
    }
}
