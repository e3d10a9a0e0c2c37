package io.grizzlythrift.client.stub;

import io.grizzlythrift.client.codec.GeneratedMethod;
import io.grizzlythrift.client.retry.HedgeDelay;

/**
 * A generated method, and whether its calls may be retried or hedged.
 *
 * @param generated writes its calls and reads its replies
 * @param keepsMessage whether further attempts send the bytes of the first one, because callers that do not wait for the reply
 *     may change arguments meanwhile
 * @param idempotent whether a call of it may run twice
 * @param hedgeDelay when its calls are hedged; null if they are not
 */
record StubMethod(GeneratedMethod generated, boolean keepsMessage, boolean idempotent, HedgeDelay hedgeDelay) {}
