/**
 * Turns recorded episodes into datasets that training code reads: what all formats share. One package per format below
 * this one.
 */
package io.github.roboreel.dataset;
