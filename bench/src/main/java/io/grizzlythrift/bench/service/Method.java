package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.gen.Work;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.thrift.TException;

/** The methods of the service that have a reply, each with the arguments that a load run sends. */
public enum Method {
    /** No arguments. */
    PING,
    /** Two numbers. */
    ADD,
    /** A text of {@code size} characters. */
    ECHO,
    /** {@code size} bytes. */
    BLOB,
    /** A struct whose text and bytes make {@code size} together, and eight ids. */
    WORK,
    /** Blocks the handler's thread for {@code handlerMicros}, in whole milliseconds. */
    SLEEP,
    /** Keeps a core busy for {@code handlerMicros}. */
    BURN;

    /**
     * Writes one request.
     *
     * @param client writes to the transport it was made with
     * @param size the length of the text or the bytes, for the methods that have any
     * @param handlerMicros how long the handler shall take, for {@link #SLEEP} and {@link #BURN}
     * @throws TException if the client's transport refuses it
     */
    public void send(BenchService.Client client, int size, int handlerMicros) throws TException {
        switch (this) {
            case PING -> client.send_ping();
            case ADD -> client.send_add(40, 2);
            case ECHO -> client.send_echo(text(size));
            case BLOB -> client.send_blob(ByteBuffer.wrap(bytes(size)));
            case WORK -> client.send_work(work(size));
            case SLEEP -> client.send_sleep(handlerMicros / 1000);
            case BURN -> client.send_burn(handlerMicros);
        }
    }

    private static String text(int size) {
        StringBuilder text = new StringBuilder(size);
        for (int i = 0; i < size; i++) {
            text.append((char) ('a' + i % 26));
        }
        return text.toString();
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31);
        }
        return bytes;
    }

    private static Work work(int size) {
        List<Long> parts =
                new ArrayList<>(Arrays.asList(1L, 20L, 300L, 4_000L, 50_000L, 600_000L, 7_000_000L, 80_000_000L));
        return new Work(1_234_567_890_123L, 7, text(size / 2), ByteBuffer.wrap(bytes(size - size / 2)), parts);
    }
}
