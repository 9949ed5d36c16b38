/**
 * Turns recorded episodes into datasets that training code reads, and records the episodes of datasets, so that every
 * tool of ours works on them: what all formats share. One package per format below this one.
 */
package io.github.roboreel.dataset;
