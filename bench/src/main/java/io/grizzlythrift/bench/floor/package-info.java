/**
 * The least that a server costs on a ground: servers that make the calls of the system that a Thrift server makes, and
 * decode nothing. What a server costs beyond its floor is its own; what the floor costs, no server on that ground can save.
 *
 * <pre>
 *   bytes of requests --> CannedReplies: how many requests are complete --> as many copies of the reply
 *                              ^
 *   {@link io.grizzlythrift.bench.floor.Ground} -- makes --> NioFloor      Java's selectors and channels alone
 *                              EpollFloor    Netty's native epoll, with one handler
 *                              GrizzlyFloor  a transport of Grizzly, with one filter
 * </pre>
 */
package io.grizzlythrift.bench.floor;
