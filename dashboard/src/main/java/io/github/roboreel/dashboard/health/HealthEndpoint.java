package io.github.roboreel.dashboard.health;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Endpoint;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.Recordings;

/** {@code /live/health/{recording}}: a {@link Health}. */
public final class HealthEndpoint implements Endpoint {
    private final Recordings recordings;
    private final RecorderHealth health;

    /** Of recordings. */
    public HealthEndpoint(Recordings recordings, RecorderHealth health) {
        this.recordings = recordings;
        this.health = health;
    }

    @Override
    public String path() {
        return "/live/health/{recording}";
    }

    @Override
    public Answer answer(Request request) throws Refusal {
        return recordings
                .recording(request.id("recording"))
                .map(health::of)
                .map(Answer.Json::new)
                .orElseThrow(() -> Refusal.notFound("there is no such recording any more; go back to the list"));
    }
}
