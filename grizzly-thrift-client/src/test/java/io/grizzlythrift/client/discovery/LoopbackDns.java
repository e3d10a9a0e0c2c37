package io.grizzlythrift.client.discovery;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;

/** A DNS server on the loopback interface, with the records that a test gives. */
final class LoopbackDns implements AutoCloseable {
    /** The answer to a question: a code, and records. */
    private record Reply(int code, List<Record> records) {}

    private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final Map<String, Reply> replies = new ConcurrentHashMap<>();
    private final AtomicInteger questions = new AtomicInteger();

    LoopbackDns() throws IOException {
        Thread thread = new Thread(this::serve, "loopback-dns");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }

    int questions() {
        return questions.get();
    }

    /** Sets the records of a name and type. All other names do not exist. */
    void set(String name, int type, Record... records) {
        replies.put(key(name, type), new Reply(Rcode.NOERROR, List.of(records)));
    }

    /** Lets questions for a name and type fail. */
    void fail(String name, int type) {
        replies.put(key(name, type), new Reply(Rcode.SERVFAIL, List.of()));
    }

    private static String key(String name, int type) {
        return name + " " + type;
    }

    private void serve() {
        byte[] buffer = new byte[4096];
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                Message question = new Message(Arrays.copyOf(buffer, packet.getLength()));
                questions.incrementAndGet();
                byte[] reply = reply(question).toWire();
                socket.send(new DatagramPacket(reply, reply.length, packet.getSocketAddress()));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private Message reply(Message question) {
        Record asked = question.getQuestion();
        Reply found = replies.getOrDefault(
                key(asked.getName().toString(true), asked.getType()), new Reply(Rcode.NXDOMAIN, List.of()));
        Message reply = new Message(question.getHeader().getID());
        reply.getHeader().setFlag(Flags.QR);
        reply.getHeader().setFlag(Flags.RA);
        reply.getHeader().setRcode(found.code());
        reply.addRecord(asked, Section.QUESTION);
        found.records().forEach(record -> reply.addRecord(record, Section.ANSWER));
        return reply;
    }

    static Name name(String text) {
        return Name.fromConstantString(text + ".");
    }

    static int in() {
        return DClass.IN;
    }

    @Override
    public void close() {
        socket.close();
    }
}
