/** The server: connections, who is let in, headers and the page's files; the only package that sees Jetty. */
package io.github.roboreel.dashboard.web;
