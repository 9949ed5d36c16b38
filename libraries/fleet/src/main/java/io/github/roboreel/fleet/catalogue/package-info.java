/** The catalogue of a fleet: a Parquet file with a row for each episode. */
package io.github.roboreel.fleet.catalogue;
