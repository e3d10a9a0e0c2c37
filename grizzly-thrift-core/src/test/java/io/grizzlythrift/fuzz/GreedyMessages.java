package io.grizzlythrift.fuzz;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.WireTypes;
import io.grizzlythrift.test.server.Requests;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TType;

/** Messages of about 30 bytes that announce a hundred million elements or bytes. */
final class GreedyMessages {
    private static final int MANY = 100_000_000;

    private final Requests requests;
    private final ThriftProtocol protocol;
    private final int sequenceId;
    private final Map<String, byte[]> messages = new LinkedHashMap<>();

    private GreedyMessages(ThriftProtocol protocol, int sequenceId) {
        this.protocol = protocol;
        this.sequenceId = sequenceId;
        requests = new Requests(protocol);
    }

    /** Returns the messages by what they do; the first word is the method. */
    static Map<String, byte[]> of(ThriftProtocol protocol, int sequenceId) throws TException {
        GreedyMessages all = new GreedyMessages(protocol, sequenceId);
        all.addLists();
        all.addSetsAndMaps();
        all.addInner();
        if (protocol != ThriftProtocol.JSON) { // which does not say the length of a text
            all.addTexts();
        }
        return all.messages;
    }

    private void add(String method, String what, byte type, Requests.Arguments field) throws TException {
        messages.put(method + " " + what, requests.callWithField(method, sequenceId, type, field));
    }

    /**
     * Adds calls of a method that expects a list of this type, of one that expects a list of another type, and of one
     * that skips the list.
     */
    private void addLists() throws TException {
        for (byte element : WireTypes.ALL) {
            for (String method : List.of("echoList", "echoStructs", "echoUuids", "echoString", "ping")) {
                add(method, "list of " + element, TType.LIST, out -> out.writeListBegin(new TList(element, MANY)));
            }
        }
    }

    private void addSetsAndMaps() throws TException {
        for (byte element : WireTypes.ALL) {
            for (String method : List.of("echoSet", "echoChoices", "echoStructSet", "ping")) {
                add(method, "set of " + element, TType.SET, out -> out.writeSetBegin(new TSet(element, MANY)));
            }
            for (String method : List.of("echoByEnum", "echoDeep", "ping")) {
                add(method, "map of " + element, TType.MAP, out -> out.writeMapBegin(new TMap(element, element, MANY)));
            }
        }
    }

    private void addInner() throws TException {
        for (byte element : new byte[] {TType.SET, TType.I32, TType.STRUCT}) {
            add("echoDeep", "map of a list of " + element, TType.MAP, out -> {
                out.writeMapBegin(new TMap(TType.STRING, TType.LIST, 1));
                out.writeString("key");
                out.writeListBegin(new TList(element, MANY));
            });
        }
    }

    private void addTexts() throws TException {
        for (String method : List.of("echoString", "echoBinary", "whoami", "ping")) {
            add(method, "text", TType.STRING, out -> out.writeI32(length()));
        }
        add("echoList", "list of a text", TType.LIST, out -> {
            out.writeListBegin(new TList(TType.STRING, 1));
            out.writeI32(length());
        });
    }

    /** Returns the number that is {@link #MANY} on the wire: the compact protocol stores the sign in the lowest bit. */
    private int length() {
        return protocol == ThriftProtocol.COMPACT ? MANY / 2 : MANY;
    }
}
