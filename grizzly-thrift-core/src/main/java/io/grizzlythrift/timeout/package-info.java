/**
 * Checks timeouts without a timer per connection: one thread per server checks its connections a few times a second.
 * Busy connections are checked in every pass, idle ones less often.
 */
package io.grizzlythrift.timeout;
