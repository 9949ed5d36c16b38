/** Records the episodes of foreign datasets anew, so that every tool of ours works on them. */
package io.github.roboreel.dataset.imports;
