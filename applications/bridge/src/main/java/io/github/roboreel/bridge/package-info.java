/** Records for clients in other processes: a socket for what is said, a ring in shared memory for the steps. */
package io.github.roboreel.bridge;
