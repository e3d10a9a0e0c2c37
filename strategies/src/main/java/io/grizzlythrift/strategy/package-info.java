/**
 * Strategies: each decides which thread reads a connection, and which thread runs its calls. Choose one of them, or
 * write your own with the types of {@code io.grizzlythrift.strategy.spi}. This package and its subpackages know
 * threads, not Thrift.
 *
 * <pre>
 *   ProcessingStrategy        immutable options; start() creates the threads of one server
 *        |
 *   SameThreadStrategy        calls run on the selector thread that read them
 *   WorkerThreadStrategy      calls run in a bounded pool; the default
 *   LeaderFollowerStrategy    the thread that read runs the calls, and another one takes over its selector
 *   AdaptiveStrategy          calls of quick methods run on the selector thread, all others in a pool
 *   VirtualThreadStrategy     calls run on virtual threads
 *   ExecutorStrategy          calls run on an executor of the user
 *   InOrderStrategy           wraps another strategy: the calls of a connection run one after another
 * </pre>
 */
@NullMarked
package io.grizzlythrift.strategy;

import org.jspecify.annotations.NullMarked;
