/** The console of a server: pages on the Thrift port that show what the server offers and does, in a browser. */
@NullMarked
package io.grizzlythrift.console;

import org.jspecify.annotations.NullMarked;
