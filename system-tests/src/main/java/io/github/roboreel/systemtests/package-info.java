/** Tests of the whole recorder that run as commands of a checkout: crash loops and soak. */
package io.github.roboreel.systemtests;
