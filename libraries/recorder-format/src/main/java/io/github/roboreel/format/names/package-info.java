/** Names that users give: what is meant by one that is unknown, and providers that are found by theirs. */
package io.github.roboreel.format.names;
