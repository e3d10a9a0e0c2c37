/**
 * A server and a client on the module path.
 *
 * <pre>
 *   io.grizzlythrift.samples.modules --requires--&gt; io.grizzlythrift.client --&gt; io.grizzlythrift.core --&gt; io.grizzlythrift.strategy
 *       exports its generated code to io.grizzlythrift.client
 * </pre>
 */
package io.grizzlythrift.samples.modules;
