/**
 * Servers for tests. {@link io.grizzlythrift.testkit.TestServer} runs handlers of your own; {@link
 * io.grizzlythrift.testkit.ScriptedServer} replies to clients as a test scripts it, or fails to. Both listen on a free port of
 * the loopback interface, record their calls, and let a test wait for a call without sleeping.
 *
 * <pre>
 *   client under test --> ScriptedServer --> newest CallScript that matches --> ReceivedCall.reply, reject, ...
 *                              |
 *                              +--> log: calls("add"), awaitCall("add"), verifyCalls("add", 1)
 * </pre>
 */
@NullMarked
package io.grizzlythrift.testkit;

import org.jspecify.annotations.NullMarked;
