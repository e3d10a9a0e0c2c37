/** The protocols in which messages are encoded. */
@NullMarked
package io.grizzlythrift.message;

import org.jspecify.annotations.NullMarked;
