/** Confidence intervals of rates and of differences, and how many episodes they take. */
package io.github.roboreel.tools.confidence;
