package io.github.roboreel.systemtests.soak;

/**
 * What the process held at one moment between two runs, after a garbage collection.
 *
 * @param seconds since the soak began
 * @param episodes recorded until then
 * @param heapMib Java objects
 * @param directMib direct buffers
 * @param mappedMib mapped files
 * @param nativeMib anonymous memory that is not the Java heap's: native libraries, threads, code
 * @param nmtMib what the JVM's native memory tracking counts outside the heap; NaN when it is off
 * @param rssMib memory in RAM, all kinds
 * @param threads live Java threads
 * @param fileHandles open files, pipes and sockets
 */
record ProcessSample(
        double seconds,
        long episodes,
        double heapMib,
        double directMib,
        double mappedMib,
        double nativeMib,
        double nmtMib,
        double rssMib,
        double threads,
        double fileHandles) {}
