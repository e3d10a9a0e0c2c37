package io.grizzlythrift.client.call;

import java.time.Duration;
import java.util.Optional;

/**
 * A call as it begins.
 *
 * @param method the name of the method
 * @param service the name by which a multiplexed server knows the service; empty for a plain call
 * @param oneway whether no reply is expected
 * @param timeout the time from the start of the call to its deadline
 */
public record ClientCallInfo(String method, Optional<String> service, boolean oneway, Duration timeout) {}
