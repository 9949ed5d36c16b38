/** Steps on their way to a trainer: read ahead by several threads, and copied into buffers that are used again. */
package io.github.roboreel.recordings.transform.flow;
