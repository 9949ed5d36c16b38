/** Tables about the episodes of output folders: success rates, scores, metrics, wrong objects. */
package io.github.roboreel.tools.report;
