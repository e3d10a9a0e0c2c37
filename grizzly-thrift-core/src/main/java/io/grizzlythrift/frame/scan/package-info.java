/**
 * Finds the end of a message without a length prefix. The scanners read each byte once, keep open structs on a stack of
 * their own, and limit bytes and depth.
 */
package io.grizzlythrift.frame.scan;
