package io.grizzlythrift.fuzz;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Choice;
import io.grizzlythrift.test.gen.Colour;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Mixed;
import io.grizzlythrift.test.gen.Tree;
import io.grizzlythrift.test.server.Requests;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializable;
import org.apache.thrift.protocol.TMessageType;

/** Messages of real clients, for tests to mutate. */
final class RealMessages {
    private final Requests requests;
    private final List<byte[]> messages = new ArrayList<>();

    private RealMessages(ThriftProtocol protocol) {
        requests = new Requests(protocol);
    }

    /** Returns at least one message per method; the longest has a few kilobytes. */
    static List<byte[]> ofEachMethod(ThriftProtocol protocol) {
        try {
            RealMessages all = new RealMessages(protocol);
            all.addScalars();
            all.addStructs();
            all.addContainers();
            all.addOthers();
            return all.messages;
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a string, bytes and a list of strings, each of about this length. */
    static List<byte[]> texts(ThriftProtocol protocol, int bytes) {
        try {
            RealMessages all = new RealMessages(protocol);
            all.add("echoString", new Everything.echoString_args("x".repeat(bytes - 30)));
            all.add("store", new Everything.store_args("key", TestValues.bytes(bytes / 2)));
            all.add("echoList", new Everything.echoList_args(Collections.nCopies(1 + bytes / 55, "y".repeat(46))));
            return all.messages;
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns a list of structs with many small fields and a tree of about this length, which take more memory than on
     * the wire.
     */
    static List<byte[]> structs(ThriftProtocol protocol, int bytes) {
        try {
            RealMessages all = new RealMessages(protocol);
            all.add(
                    "echoStructs",
                    new Everything.echoStructs_args(Collections.nCopies(1 + bytes / 120, TestValues.fullMixed())));
            Tree leaf = new Tree().setLabel("a leaf with a label");
            all.add(
                    "echoTree",
                    new Everything.echoTree_args(
                            new Tree().setLabel("root").setChildren(Collections.nCopies(1 + bytes / 30, leaf))));
            return all.messages;
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }

    private void add(String method, TSerializable arguments) throws TException {
        messages.add(requests.call(method, messages.size(), arguments));
    }

    private void addScalars() throws TException {
        add("ping", new Base.ping_args());
        add("whoami", new Base.whoami_args("hello"));
        add("baseCheck", new Base.baseCheck_args(7));
        add("echoBool", new Everything.echoBool_args(true));
        add("echoByte", new Everything.echoByte_args((byte) -1));
        add("echoI16", new Everything.echoI16_args(Short.MIN_VALUE));
        add("echoI32", new Everything.echoI32_args(Integer.MAX_VALUE));
        add("echoI64", new Everything.echoI64_args(Long.MIN_VALUE));
        add("echoDouble", new Everything.echoDouble_args(Math.PI));
        add("echoDouble", new Everything.echoDouble_args(Double.NaN));
        for (String text : TestValues.STRINGS) {
            if (text.length() < 100) {
                add("echoString", new Everything.echoString_args(text));
            }
        }
        add("echoBinary", new Everything.echoBinary_args(TestValues.bytes(40)));
        add("echoUuid", new Everything.echoUuid_args(TestValues.UUIDS.get(3)));
        add("echoEnum", new Everything.echoEnum_args(Colour.BLUE));
    }

    private void addStructs() throws TException {
        add("echoMixed", new Everything.echoMixed_args(TestValues.fullMixed()));
        add("echoMixed", new Everything.echoMixed_args(TestValues.bareMixed()));
        add("echoScalars", new Everything.echoScalars_args(TestValues.highScalars()));
        add("echoScalars", new Everything.echoScalars_args(TestValues.lowScalars()));
        add("echoTree", new Everything.echoTree_args(TestValues.tree(3)));
        add("echoTree", new Everything.echoTree_args(TestValues.tree(12)));
        for (Choice choice : TestValues.choices()) {
            add("echoChoice", new Everything.echoChoice_args(choice));
        }
        add("echoContainers", new Everything.echoContainers_args(TestValues.fullContainers()));
        add("echoContainers", new Everything.echoContainers_args(TestValues.emptyContainers()));
    }

    private void addContainers() throws TException {
        List<Mixed> mixed = List.of(TestValues.fullMixed(), TestValues.bareMixed());
        add("echoList", new Everything.echoList_args(List.of("one", "", "three")));
        add("echoSet", new Everything.echoSet_args(new TreeSet<>(TestValues.LONGS)));
        add("echoDeep", new Everything.echoDeep_args(TestValues.deep()));
        add("echoStructs", new Everything.echoStructs_args(mixed));
        add("echoByEnum", new Everything.echoByEnum_args(Map.of(Colour.RED, 1, Colour.INFRARED, -1)));
        add("echoChoices", new Everything.echoChoices_args(Set.copyOf(TestValues.choices())));
        add("echoStructSet", new Everything.echoStructSet_args(Set.copyOf(mixed)));
        add("echoUuids", new Everything.echoUuids_args(TestValues.UUIDS));
        add("several", new Everything.several_args(true, 5, "text", TestValues.DOUBLES, TestValues.fullMixed()));
    }

    private void addOthers() throws TException {
        add("store", new Everything.store_args("key", TestValues.bytes(3)));
        add("judge", new Everything.judge_args(1));
        add("judgeQuietly", new Everything.judgeQuietly_args(2));
        add("nothing", new Everything.echoMixed_args(TestValues.fullMixed()));
        add("echoString", new Everything.echoContainers_args(TestValues.fullContainers()));
        messages.add(requests.oneway("note", 1, new Everything.note_args("a note")));
        messages.add(requests.oneway("nothing", 2, new Everything.echoMixed_args(TestValues.fullMixed())));
        messages.add(requests.oneway("echoString", 3, new Everything.echoString_args("nobody hears this")));
        messages.add(requests.message("ping", TMessageType.REPLY, 4, new Base.ping_args()));
        messages.add(requests.message("ping", TMessageType.EXCEPTION, 5, new Base.ping_args()));
    }
}
