/** Storages that Hadoop's file systems reach, with the connectors and credentials of the machine or cluster. */
package io.github.roboreel.fleet.hadoop;
