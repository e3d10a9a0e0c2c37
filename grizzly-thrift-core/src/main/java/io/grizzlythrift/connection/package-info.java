/**
 * One connection of a server, from accept to close.
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
 *      +-- OrderlyClose         closes without losing a reply to a call that was read
 *      v
 *   dispatch, reply, memory
 * </pre>
 */
package io.grizzlythrift.connection;
