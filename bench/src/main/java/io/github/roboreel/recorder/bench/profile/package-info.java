/** Where the processors' time goes while something is measured. */
package io.github.roboreel.recorder.bench.profile;
