package io.grizzlythrift.scorecard.row;

import io.grizzlythrift.bench.results.RowResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A row that needs no separate process, and is therefore a test of the module concerned. Its result is read from the
 * report of that test.
 *
 * @param number number in the table
 * @param inject the abuse of the server or the client
 * @param mustHold the condition that must hold nevertheless
 * @param module folder of the module
 * @param test name of the test class
 */
record RowElsewhere(int number, String inject, String mustHold, String module, String test) {
    /** Used instead of the name of a strategy. */
    static final String EVERY_STRATEGY = "each strategy";

    private static final String CORE = "grizzly-thrift-core";
    private static final String CLIENT = "grizzly-thrift-client";
    private static final String OF_DISPATCH = "io.grizzlythrift.internal.dispatch.";
    private static final String OF_FUZZ = "io.grizzlythrift.fuzz.";
    private static final String OF_HTTP = "io.grizzlythrift.http.";
    private static final String OF_CLIENT = "io.grizzlythrift.client.";

    static final List<RowElsewhere> ALL = List.of(
            new RowElsewhere(
                    16,
                    "mutated frames, 3 protocols",
                    "no thread dies; allocation at most 10 times the frame and 32 KiB; 20 times with containers, 32 times"
                            + " in JSON",
                    CORE,
                    OF_FUZZ + "MutatedFramesTest"),
            new RowElsewhere(
                    17,
                    "30-byte frames that ask for 100 million elements or 100 MB",
                    "refused, under 64 KB allocated",
                    CORE,
                    OF_FUZZ + "GreedyMessagesTest"),
            new RowElsewhere(
                    18,
                    "nesting 10,000 deep, endless varints",
                    "protocol error, no StackOverflowError",
                    CORE,
                    OF_FUZZ + "DeepMessagesTest"),
            new RowElsewhere(
                    20,
                    "handler throws Exception, StackOverflowError, OutOfMemoryError",
                    "INTERNAL_ERROR, pool size unchanged",
                    CORE,
                    OF_DISPATCH + "HandlerFailuresTest"),
            new RowElsewhere(
                    22,
                    "oneway storm, unknown methods, bad message types",
                    "no reply that nobody asked for",
                    CORE,
                    OF_FUZZ + "MessageStormTest"),
            new RowElsewhere(
                    23,
                    "TLS: wrong host, expired, unknown CA, stalled handshake, plain text",
                    "refused, closed within 5 s",
                    CLIENT,
                    OF_CLIENT + "tls.TlsFailuresTest"),
            new RowElsewhere(
                    25,
                    "clients and servers in Python, Go, Node.js, C++ 0.17 and C++ 0.24",
                    "every IDL type, exceptions, oneway, in binary, compact and JSON",
                    CLIENT,
                    OF_CLIENT + "peers.PeerLanguagesTest"),
            new RowElsewhere(
                    35,
                    "HTTP: 2,000 requests in one write",
                    "all answered in order, the stack bounded",
                    CORE,
                    OF_HTTP + "HttpPipelineTest"));

    /**
     * Returns the result of the newest run of the test in this folder.
     *
     * @param root the folder that contains the modules
     * @param soak whether the run must have had full sizes
     * @return empty if there was no such run
     */
    Optional<RowResult> result(Path root, boolean soak) throws IOException {
        Path file = root.resolve(Path.of(module, "target", "surefire-reports", "TEST-" + test + ".xml"));
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader reader = XMLInputFactory.newFactory().createXMLStreamReader(in);
            reader.nextTag();
            int tests = number(reader, "tests");
            int skipped = number(reader, "skipped");
            int failed = number(reader, "failures") + number(reader, "errors");
            double seconds = Double.parseDouble(reader.getAttributeValue(null, "time"));
            if (soak && !wasSoak(reader)) {
                return Optional.empty();
            }
            return Optional.of(new RowResult(
                    number,
                    inject,
                    mustHold,
                    "",
                    EVERY_STRATEGY,
                    "plain",
                    tests,
                    failed == 0 && skipped < tests,
                    failed > 0 ? failed + " failed" : skipped == tests ? "skipped" : "",
                    seconds,
                    Map.of("cases of " + test.substring(test.lastIndexOf('.') + 1), tests - skipped + " run")));
        } catch (XMLStreamException e) {
            throw new IOException("cannot read " + file, e);
        }
    }

    /** Reads the properties and leaves the reader after them. */
    private static boolean wasSoak(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT
                    && reader.getLocalName().equals("property")
                    && reader.getAttributeValue(null, "name").equals("soak")) {
                return Boolean.parseBoolean(reader.getAttributeValue(null, "value"));
            }
        }
        return false;
    }

    private static int number(XMLStreamReader reader, String name) {
        return Integer.parseInt(reader.getAttributeValue(null, name));
    }
}
