/** Statistics of the values of fields over a fleet. */
package io.github.roboreel.fleet.statistics;
