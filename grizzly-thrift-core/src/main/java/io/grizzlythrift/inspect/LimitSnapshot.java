package io.grizzlythrift.inspect;

import io.grizzlythrift.limits.LimitType;
import java.util.OptionalLong;

/**
 * A limit of a server. Immutable.
 *
 * @param type the limit
 * @param bound its value: bytes, calls or connections, and milliseconds for a time; empty if it is not set
 * @param held how much of it is in use now, over the whole server; empty if it applies to each connection or call
 * @param reached how often it was reached, in the unit that {@link LimitType} gives
 */
public record LimitSnapshot(LimitType type, OptionalLong bound, OptionalLong held, long reached) {}
