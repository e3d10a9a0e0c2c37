package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.retry.HedgeDelay;

/**
 * A generated method, and how often its calls may be made.
 *
 * @param idempotent whether a call of it may run twice
 * @param hedgeDelay when its calls are hedged; null if they are not
 */
record StubMethod(GeneratedMethod generated, boolean idempotent, HedgeDelay hedgeDelay) {}
