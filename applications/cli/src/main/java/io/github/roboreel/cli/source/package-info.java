/** What commands over many folders read, and what does their work: sources, catalogues, engines. */
package io.github.roboreel.cli.source;
