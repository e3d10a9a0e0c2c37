/**
 * A message that spans several reads: the bytes received so far, and when it began. Its array grows with what has
 * arrived, never by the length that the peer declares.
 */
package io.grizzlythrift.frame.partial;
