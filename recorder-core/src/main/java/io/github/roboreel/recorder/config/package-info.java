/** Settings of a recording: keys with types, units, defaults and legal values. */
package io.github.roboreel.recorder.config;
