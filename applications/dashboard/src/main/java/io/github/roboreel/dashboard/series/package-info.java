/**
 * Values and pictures of episodes for plots, tables and videos. Worker processes read them, since reading a damaged
 * file may end the process.
 */
package io.github.roboreel.dashboard.series;
