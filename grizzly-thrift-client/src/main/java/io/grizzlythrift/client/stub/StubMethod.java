package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.retry.HedgeDelay;

/**
 * A generated method, and how often its calls may be made.
 *
 * @param generated writes its calls and reads its replies
 * @param keepsMessage whether further attempts send the bytes of the first one: its callers may change arguments while they do
 *     not wait for the reply
 * @param idempotent whether a call of it may run twice
 * @param hedgeDelay when its calls are hedged; null if they are not
 */
record StubMethod(GeneratedMethod generated, boolean keepsMessage, boolean idempotent, HedgeDelay hedgeDelay) {}
