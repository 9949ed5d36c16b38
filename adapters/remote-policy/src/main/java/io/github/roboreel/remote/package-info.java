/** Policies on a server: openpi's protocol, MessagePack with NumPy arrays over a WebSocket. */
package io.github.roboreel.remote;
