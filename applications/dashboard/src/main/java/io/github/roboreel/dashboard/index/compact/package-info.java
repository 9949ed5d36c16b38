/** Names and numbers of many episodes in little memory. */
package io.github.roboreel.dashboard.index.compact;
