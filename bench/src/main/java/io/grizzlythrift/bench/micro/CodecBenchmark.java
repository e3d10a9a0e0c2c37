package io.grizzlythrift.bench.micro;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import java.util.Arrays;
import java.util.Locale;
import org.apache.thrift.TBase;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Encodes one request message into a frame, and decodes it from a frame, with this library's transport and with those
 * of libthrift.
 *
 * <p>Shows whether it pays to have a transport that reads directly from the array of the read, and writes each frame to
 * the place from which it is sent. {@code encodeTMemoryBuffer} creates transport and protocol for each message, which
 * shows the value of reusing them. This library reads the message header ahead and replays it, as the server does.
 */
@State(Scope.Thread)
public class CodecBenchmark extends MicroBenchmark {
    private static final int SIZE = 300;
    private static final int HEADER_BYTES = Integer.BYTES;

    @Param({"COMPACT", "BINARY"})
    private WireProtocol protocol;

    @Param({"ECHO", "WORK"})
    private Method method;

    private byte[] frame;
    private TMessage header;
    private TBase<?, ?> arguments;

    private final FrameOutput output = new FrameOutput(1 << 20);
    private MessageTransport transport;
    private MessageProtocol messages;

    private LastWrite sent;
    private TFramedTransport framedOutput;
    private TMemoryInputTransport input;
    private TMemoryInputTransport framedInputBytes;
    private TProtocol toFramed;
    private TProtocol fromMemory;
    private TProtocol fromFramed;

    /** Creates the benchmark; JMH calls this. */
    public CodecBenchmark() {}

    /**
     * Creates the message, and lets each variant encode and decode it once.
     *
     * @throws TException if a variant fails
     */
    @Setup
    public void prepare() throws TException {
        frame = Exchange.of(new PreparedCall(method, SIZE, 0), protocol).request();
        header = new TMessage(method.name().toLowerCase(Locale.ROOT), TMessageType.CALL, 1);
        transport = new MessageTransport(new TConfiguration(), output, () -> {});
        messages = MessageProtocol.create(protocol.ours(), transport);
        prepareLibthrift();
        arguments = decodeTMemoryInputTransport();
        check();
    }

    private void prepareLibthrift() throws TException {
        sent = new LastWrite();
        framedOutput = new TFramedTransport(sent);
        input = new TMemoryInputTransport();
        framedInputBytes = new TMemoryInputTransport();
        toFramed = protocol.factory().getProtocol(framedOutput);
        fromMemory = protocol.factory().getProtocol(input);
        fromFramed = protocol.factory().getProtocol(new TFramedTransport(framedInputBytes));
    }

    private void check() throws TException {
        require(arguments.equals(decode()), "our decoding");
        require(arguments.equals(decodeTFramedTransport()), "decoding from TFramedTransport");
        require(encode() == frame.length && startsWithFrame(output.array()), "our encoding");
        require(encodeTFramedTransport() == frame.length && startsWithFrame(sent.array()), "TFramedTransport");
        byte[] unframed = Arrays.copyOfRange(frame, HEADER_BYTES, frame.length);
        TMemoryBuffer buffer = encodeTMemoryBuffer();
        require(Arrays.equals(Arrays.copyOf(buffer.getArray(), buffer.length()), unframed), "TMemoryBuffer");
    }

    private boolean startsWithFrame(byte[] array) {
        return Arrays.equals(array, 0, frame.length, frame, 0, frame.length);
    }

    /**
     * Encodes into an output that is reused, including the frame length.
     *
     * @return the bytes written
     * @throws TException never
     */
    @Benchmark
    public int encode() throws TException {
        write(messages.protocol());
        transport.endMessage();
        int size = output.size();
        output.clear();
        return size;
    }

    /**
     * Encodes with libthrift's framed transport, over a transport that discards the bytes.
     *
     * @return the bytes written
     * @throws TException never
     */
    @Benchmark
    public int encodeTFramedTransport() throws TException {
        write(toFramed);
        framedOutput.flush();
        return sent.length();
    }

    /**
     * Encodes into a new buffer with a new protocol, without a frame length.
     *
     * @return the buffer
     * @throws TException never
     */
    @Benchmark
    public TMemoryBuffer encodeTMemoryBuffer() throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(frame.length);
        write(protocol.factory().getProtocol(buffer));
        return buffer;
    }

    /**
     * Decodes directly from the array of the read.
     *
     * @return the arguments
     * @throws TException never
     */
    @Benchmark
    public TBase<?, ?> decode() throws TException {
        transport.readFrame(frame, HEADER_BYTES, frame.length - HEADER_BYTES);
        messages.replay(messages.readHeader());
        return read(messages.protocol());
    }

    /**
     * Decodes directly from the array, as libthrift's nonblocking servers do.
     *
     * @return the arguments
     * @throws TException never
     */
    @Benchmark
    public TBase<?, ?> decodeTMemoryInputTransport() throws TException {
        input.reset(frame, HEADER_BYTES, frame.length - HEADER_BYTES);
        return read(fromMemory);
    }

    /**
     * Copies the frame into another array and decodes from there, as libthrift's blocking servers and clients do.
     *
     * @return the arguments
     * @throws TException never
     */
    @Benchmark
    public TBase<?, ?> decodeTFramedTransport() throws TException {
        framedInputBytes.reset(frame);
        return read(fromFramed);
    }

    private void write(TProtocol to) throws TException {
        to.writeMessageBegin(header);
        arguments.write(to);
        to.writeMessageEnd();
    }

    private TBase<?, ?> read(TProtocol from) throws TException {
        TMessage begin = from.readMessageBegin();
        require(begin.seqid == 1, "a message of another call");
        TBase<?, ?> read = method == Method.WORK ? new BenchService.work_args() : new BenchService.echo_args();
        read.read(from);
        from.readMessageEnd();
        return read;
    }
}
