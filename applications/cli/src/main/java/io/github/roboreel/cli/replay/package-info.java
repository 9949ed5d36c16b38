/** {@code replay}: recorded episodes simulated again and compared. */
package io.github.roboreel.cli.replay;
