package io.github.roboreel.recorder;

/**
 * What all envs of a recorder had handed over at one moment, from {@link EpisodeRecorder#mark}. Immutable; for any
 * thread.
 */
public final class DurableMark {
    private final EnvRecorder[] envs;
    private final long[] handedOver;
    private final long[] events;

    DurableMark(EnvRecorder[] envs) {
        this.envs = envs;
        handedOver = new long[envs.length];
        events = new long[envs.length];
        for (int env = 0; env < envs.length; env++) {
            handedOver[env] = envs[env].handedOver();
            events[env] = envs[env].events();
        }
    }

    /**
     * Whether all of it survives the death of this process: {@link EnvRecorder#durable} of each env has reached it, and
     * the events that were given are there, of steps that were durable before, too. Once true it stays true, and then
     * every mark that was made before is durable, too. It stays false when a data sink fails first, so a wait for it
     * calls {@link EpisodeRecorder#requireHealthy} now and then. Takes no lock; callable after the recorder was closed.
     */
    public boolean isDurable() {
        for (int env = 0; env < handedOver.length; env++) {
            if (envs[env].durable() < handedOver[env] || envs[env].durableEvents() < events[env]) {
                return false;
            }
        }
        return true;
    }
}
