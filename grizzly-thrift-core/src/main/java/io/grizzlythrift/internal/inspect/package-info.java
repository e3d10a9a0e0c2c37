/** Finds the clients of the process, for the servers that show them. */
package io.grizzlythrift.internal.inspect;
