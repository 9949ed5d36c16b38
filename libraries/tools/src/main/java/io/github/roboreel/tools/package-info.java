/** The reading side: what an output folder holds, ours or another recorder's, and statistics. */
package io.github.roboreel.tools;
