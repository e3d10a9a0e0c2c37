/**
 * How a message travels: its {@link io.grizzlythrift.wire.Dialect}, its {@link io.grizzlythrift.wire.ThriftProtocol},
 * and the {@link io.grizzlythrift.wire.Transform} that may compress it. Servers and clients are configured with these.
 */
@NullMarked
package io.grizzlythrift.wire;

import org.jspecify.annotations.NullMarked;
