/**
 * The calls of a read before a thread runs them: their origin, whether they may run, and how long they may wait. A call
 * that is not admitted, or waits too long, gets a reply that says so; its connection stays open.
 */
package io.grizzlythrift.dispatch.admission;
