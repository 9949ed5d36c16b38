/** What HDF5's calls alone allow, beside what the recorder reaches. */
package io.github.roboreel.recorder.bench.limit;
