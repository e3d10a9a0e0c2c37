/**
 * Keeps what is costly to create for its next use: direct buffers, arrays, codecs and values of threads.
 */
package io.grizzlythrift.memory.pool;
