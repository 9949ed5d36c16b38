/** Answers about many episodes: lists, reports, comparisons, tasks and problems. */
package io.github.roboreel.dashboard.overview;
