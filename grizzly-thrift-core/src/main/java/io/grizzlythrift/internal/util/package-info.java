/**
 * Keeps what is costly to create for its next use: direct buffers, arrays, codecs and values of threads. Also a set that
 * needs no memory for its elements, which call a thread runs, and the stacks of threads.
 */
package io.grizzlythrift.internal.util;
