package io.github.roboreel.dashboard.live;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something to be sent to the pages that listen. Immutable.
 *
 * @param name of the event
 * @param recording id of the recording that it is about
 * @param episode id of the episode; empty when it is about the recording
 * @param key of the state that it gives; replaces an earlier message of that key that waits; empty when each counts
 * @param data what is sent
 */
record Message(String name, String recording, String episode, String key, Object data) {
    static final String RECORDING = "recording";
    static final String EPISODE = "episode";

    /** About an episode, in its newest state. */
    static Message state(String name, String recording, String episode, String of, Object data) {
        return new Message(name, recording, episode, name + ' ' + of, data);
    }

    /** About a recording, in its newest state. */
    static Message state(String name, String recording, Object data) {
        return state(name, recording, "", recording, data);
    }

    /** Of an episode; each counts. */
    static Message happened(String name, String recording, String episode, Object data) {
        return new Message(name, recording, episode, "", data);
    }

    boolean isState() {
        return !key.isEmpty();
    }

    /** Names and values in turn; in order, and null for no value. */
    static Map<String, Object> data(Object... namesAndValues) {
        Map<String, Object> data = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            data.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return data;
    }
}
