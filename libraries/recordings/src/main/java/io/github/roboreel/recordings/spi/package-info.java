/** What a format of recorded episodes implements to be read. */
package io.github.roboreel.recordings.spi;
