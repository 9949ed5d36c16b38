/** Rates, intervals and adaptive sampling. */
package io.github.roboreel.tools.statistics;
