/**
 * Lower bounds for the cost of a server on each transport: servers that make the system calls of a Thrift server. Four
 * of them decode nothing, so no server on that transport costs less. Two also run the generated code, on the threads that
 * read or on workers, so the rest of what a server costs is its own code.
 *
 * <pre>
 *   bytes of requests
 *        v
 *   Replies: how a thread replies to a read. IncompleteRequest: what the reads of one connection left of a request
 *        |-- CannedReplies      how many requests are complete? As many copies of the reply
 *        |-- ProcessedReplies   generated code decodes each call and encodes its reply, in reused arrays
 *        v
 *   {@link io.grizzlythrift.bench.floor.Ground}: by name
 *        |-- NioFloor           Java's selectors and channels alone, with either kind of replies, also on workers
 *        |-- EpollFloor         Netty's native epoll, with one handler and canned replies
 *        |-- UringFloor         io_uring in a process of a newer JDK, whose source is a resource, and canned replies
 *        |-- GrizzlyFloor       a transport of Grizzly, with one filter and canned replies
 * </pre>
 */
package io.grizzlythrift.bench.floor;
