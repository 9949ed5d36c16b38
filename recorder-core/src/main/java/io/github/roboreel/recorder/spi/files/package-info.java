/** Files that exports write and read beside recordings: arrays and video clips. The recorder itself uses none. */
package io.github.roboreel.recorder.spi.files;
