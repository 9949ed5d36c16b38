/** Values that follow from what they are called, and counts of what was compared with them. */
package io.github.roboreel.systemtests.formula;
