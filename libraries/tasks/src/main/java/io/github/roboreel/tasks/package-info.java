/**
 * Judging of episodes by a simulator: conditions on a {@link io.github.roboreel.tasks.Scene}, subtasks made of them,
 * and the events worth noting. {@link io.github.roboreel.tasks.EpisodeJudge} puts them together for one env.
 */
package io.github.roboreel.tasks;
