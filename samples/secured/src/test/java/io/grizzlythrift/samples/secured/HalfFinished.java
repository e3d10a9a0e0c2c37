package io.grizzlythrift.samples.secured;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients that begin to authenticate by Kerberos, each stopping at another point, and then stay connected. */
public final class HalfFinished implements AutoCloseable {
    private static final byte[] GSSAPI = "GSSAPI".getBytes(StandardCharsets.US_ASCII);

    private final List<Socket> sockets = new ArrayList<>();

    public HalfFinished(int port, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            sockets.add(socket);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeByte(1); // START
            out.writeInt(GSSAPI.length);
            if (i % 3 > 0) {
                out.write(GSSAPI);
            }
            if (i % 3 > 1) {
                out.writeByte(2); // OK, with the first bytes of a longer token
                out.writeInt(1000);
                out.write(GSSAPI);
            }
        }
    }

    /** Returns how many of them have sent the name of a mechanism. */
    int recognizable() {
        return sockets.size() - (sockets.size() + 2) / 3;
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
