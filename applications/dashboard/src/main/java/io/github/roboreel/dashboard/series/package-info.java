/** Values of episodes for plots, tables and pictures, read by worker processes. */
package io.github.roboreel.dashboard.series;
