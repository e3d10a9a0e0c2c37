package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.internal.call.GeneratedMethod;

/**
 * A generated method, and how its calls are retried and hedged.
 *
 * @param generated writes calls of the method and reads their replies
 * @param keepsMessage whether further attempts send the bytes of the first one: callers that do not wait for the reply may
 *     change the arguments meanwhile
 * @param idempotent whether a call may run twice
 * @param hedgeDelay the time after which a call is hedged; null if calls are not hedged
 */
record StubMethod(GeneratedMethod generated, boolean keepsMessage, boolean idempotent, HedgeDelay hedgeDelay) {}
