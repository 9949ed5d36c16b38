/** Processes that read files for the dashboard, since reading a damaged one may end the process. */
package io.github.roboreel.dashboard.workers;
