package io.grizzlythrift.bench.floor.uring;

import static io.grizzlythrift.bench.floor.uring.SystemCalls.BIND;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.GETSOCKNAME;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.LISTEN;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.SETSOCKOPT;
import static io.grizzlythrift.bench.floor.uring.SystemCalls.SOCKET;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;

/** A listening socket, and the thread that hands its connections to the loops in turn, by messages from ring to ring. */
final class Listener {
    private static final int OP_ACCEPT = 13;
    private static final int OP_MSG_RING = 40;
    private static final int OP_CLOSE = 19;
    private static final int ACCEPT_MULTISHOT = 1;
    private static final int MSG_SEND_FD = 1;

    private static final short AF_INET = 2;
    private static final int SOCK_STREAM_CLOEXEC = 0x80001;
    private static final int SOL_SOCKET = 1;
    private static final int SO_REUSEADDR = 2;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int BACKLOG = 1024;
    private static final int ADDRESS_BYTES = 16;

    private final int socket;
    private final int port;

    Listener(String host, int port) throws IOException {
        SystemCalls system = new SystemCalls();
        socket = (int) system.call(SOCKET, AF_INET, SOCK_STREAM_CLOEXEC, 0);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocateFrom(JAVA_INT, 1);
            system.call(SETSOCKOPT, socket, SOL_SOCKET, SO_REUSEADDR, one.address(), Integer.BYTES);
            // Accepted sockets inherit it.
            system.call(SETSOCKOPT, socket, IPPROTO_TCP, TCP_NODELAY, one.address(), Integer.BYTES);
            MemorySegment address = arena.allocate(ADDRESS_BYTES, Long.BYTES);
            address.set(JAVA_SHORT, 0, AF_INET);
            address.set(JAVA_SHORT, 2, Short.reverseBytes((short) port));
            byte[] ip = ((Inet4Address) InetAddress.getByName(host)).getAddress();
            MemorySegment.copy(MemorySegment.ofArray(ip), 0, address, Integer.BYTES, ip.length);
            system.call(BIND, socket, address.address(), ADDRESS_BYTES);
            system.call(LISTEN, socket, BACKLOG);
            MemorySegment length = arena.allocateFrom(JAVA_INT, ADDRESS_BYTES);
            system.call(GETSOCKNAME, socket, address.address(), length.address());
            this.port = Short.toUnsignedInt(Short.reverseBytes(address.get(JAVA_SHORT, 2)));
        }
    }

    int port() {
        return port;
    }

    /** Accepts until it fails. */
    void accept(Ring ring, List<Ring> loops) throws IOException {
        int accepted = 0;
        ring.registerFiles(BACKLOG);
        add(ring);
        while (true) {
            ring.submitAndWait();
            while (ring.next()) {
                if (ring.result() < 0) {
                    throw new IOException("accepting a connection failed with error number " + -ring.result());
                }
                handOver(ring, ring.result(), loops.get(accepted++ % loops.size()));
                if ((ring.flags() & Ring.MORE) == 0) {
                    add(ring);
                }
            }
        }
    }

    private void add(Ring ring) throws IOException {
        ring.add(OP_ACCEPT, 0, ACCEPT_MULTISHOT, socket, 0).file(Ring.ANY_FILE);
    }

    /** Sends a socket to the ring of a loop, as the result of a completion there. Only failures have a completion here. */
    private static void handOver(Ring ring, int place, Ring loop) throws IOException {
        ring.add(OP_MSG_RING, Ring.CQE_SKIP_SUCCESS, 0, loop.descriptor(), 0)
                .offset(Loop.CONNECTION)
                .address(MSG_SEND_FD)
                .file(Ring.ANY_FILE)
                .source(place);
        ring.add(OP_CLOSE, Ring.CQE_SKIP_SUCCESS, 0, 0, 0).file(place + 1);
    }
}
