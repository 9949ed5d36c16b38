package io.github.roboreel.tools.plot;

/**
 * How often a task succeeded.
 *
 * @param name of the task
 * @param successes successful episodes
 * @param judged episodes with a verdict
 * @param unjudged episodes without one
 */
record TaskRate(String name, int successes, int judged, int unjudged) {
    /** All tasks together. */
    TaskRate plus(TaskRate other) {
        return new TaskRate(
                name,
                successes + other.successes,
                judged + other.judged,
                unjudged + other.unjudged);
    }
}
