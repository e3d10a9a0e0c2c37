package io.grizzlythrift.client.call;

import java.time.Duration;
import java.util.Optional;

/**
 * What is known of a call when it begins.
 *
 * @param method the name of the method
 * @param service the name that a server of several services knows its service by; empty for a plain call
 * @param oneway whether no reply is expected
 * @param timeout the time that it has
 */
public record ClientCallInfo(String method, Optional<String> service, boolean oneway, Duration timeout) {}
