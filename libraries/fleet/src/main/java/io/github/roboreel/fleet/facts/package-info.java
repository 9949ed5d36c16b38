/** What is known of the episodes of a fleet: kept by surveys, read again where their arrays are. */
package io.github.roboreel.fleet.facts;
