/** Datasets of a fleet, made in shards: survey, plan, shards, commit. */
package io.github.roboreel.fleet.export;
