/** The dialects in which messages travel: how they are delimited on a connection. */
@NullMarked
package io.grizzlythrift.frame;

import org.jspecify.annotations.NullMarked;
