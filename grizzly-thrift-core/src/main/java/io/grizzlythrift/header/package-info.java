/** The compression of messages whose frames have a header. */
@NullMarked
package io.grizzlythrift.header;

import org.jspecify.annotations.NullMarked;
