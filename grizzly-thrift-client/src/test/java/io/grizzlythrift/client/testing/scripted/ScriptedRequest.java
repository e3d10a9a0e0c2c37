package io.grizzlythrift.client.testing.scripted;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.FrameHeader;
import java.io.IOException;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryInputTransport;

/** A request that reached the {@link ScriptedServer}, and ways to reply to it. */
public final class ScriptedRequest {
    private final ScriptedConnection connection;
    private final TMessage header;
    private final String text;
    private final ReplyFrames frames;
    private final Optional<FrameHeader> frameHeader;
    private final int bytes;

    private ScriptedRequest(
            ScriptedConnection connection,
            TMessage header,
            String text,
            ReplyFrames frames,
            ScriptedWire.Received received) {
        frameHeader = received.header();
        bytes = received.message().length;
        this.connection = connection;
        this.header = header;
        this.text = text;
        this.frames = frames;
    }

    public static ScriptedRequest parse(
            ScriptedConnection connection, Dialect dialect, TProtocolFactory protocol, ScriptedWire.Received received)
            throws TException {
        TProtocol in = protocol.getProtocol(new TMemoryInputTransport(received.message()));
        TMessage header = in.readMessageBegin();
        in.readStructBegin();
        String text = in.readFieldBegin().type == TType.STRING ? in.readString() : "";
        return new ScriptedRequest(connection, header, text, new ReplyFrames(dialect, protocol), received);
    }

    public ScriptedConnection connection() {
        return connection;
    }

    /** Returns the header in front of the message. */
    public FrameHeader frameHeader() {
        return frameHeader.orElseThrow();
    }

    /** Returns the length of the message. */
    public int bytes() {
        return bytes;
    }

    public String name() {
        return header.name;
    }

    /** Returns one of {@link org.apache.thrift.protocol.TMessageType}. */
    public byte type() {
        return header.type;
    }

    public int sequenceId() {
        return header.seqid;
    }

    /** Returns the first argument if it is a string, otherwise an empty string. */
    public String text() {
        return text;
    }

    /** Replies with its own text, as echo does. */
    public void sendReply() throws IOException, TException {
        connection.send(reply());
    }

    /** Replies with an exception of the server. */
    public void sendException(TApplicationException exception) throws IOException, TException {
        connection.send(frames.exception(header.name, header.seqid, exception));
    }

    /** Returns a reply with its own text, as it is sent. */
    public byte[] reply() throws TException {
        return frames.text(header.name, header.seqid, text);
    }
}
