/** How fast the dashboard answers, and what it costs a recorder. */
package io.github.roboreel.recorder.bench.dashboard;
