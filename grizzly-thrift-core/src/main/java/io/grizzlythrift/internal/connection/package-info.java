/**
 * One connection of a server, from accept to close, and HTTP on the Thrift port. The thread that reads a connection
 * parses and routes its requests. Nothing here blocks.
 *
 * <pre>
 *   listening socket
 *      v
 *   ConnectionLimiter      accepts, or stops accepting; ConnectionsPerAddress
 *      v
 *   ChannelReadFilter      one read of up to 64 KiB, or 16 KiB for HTTP
 *      v
 *   ServerConnection       its calls, replies and memory
 *      |-- ReadThrottle         pauses reading at a limit, resumes at half of it
 *      |-- ConnectionTimeouts   compares progress between two checks
 *      |-- OrderlyClose         closes without losing a reply to a call that was read
 *      +-- HttpPort             calls are dispatched; health and errors answered at once; PageThread for metrics
 *      v
 *   dispatch, reply, memory
 * </pre>
 */
package io.grizzlythrift.internal.connection;
