package io.grizzlythrift.discovery;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.details.JsonInstanceSerializer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that programs that use Curator and this library can read each other's instances. */
@Test(timeOut = 60_000)
public class ServiceInstanceFormatTest {
    private static final EndpointAddress PLAIN = EndpointAddress.of("10.0.0.7", 9090);
    private static final EndpointAddress FULL =
            PLAIN.withWeight(2.5).withZone("a").withMetadata(Map.of("build", "17"));

    private static RegisteredServer read(String json) throws IOException {
        return ServiceInstanceFormat.read(json.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    @DataProvider
    static Object[][] servers() {
        return new Object[][] {{PLAIN}, {FULL}, {PLAIN.withZone("b")}, {PLAIN.withWeight(0.001)}};
    }

    @Test(dataProvider = "servers")
    public void whatIsWrittenIsRead(EndpointAddress server) throws IOException {
        byte[] json = ServiceInstanceFormat.write("calculator", "one", server, 1_234);
        assertEquals(ServiceInstanceFormat.read(json), Optional.of(new RegisteredServer(server, 1_234)));
    }

    public void curatorReadsIt() throws Exception {
        ServiceInstance<Object> full = new JsonInstanceSerializer<>(Object.class)
                .deserialize(ServiceInstanceFormat.write("calculator", "one", FULL, 1_234));
        assertEquals(full.getName(), "calculator");
        assertEquals(full.getId(), "one");
        assertEquals(full.getAddress(), "10.0.0.7");
        assertEquals((int) full.getPort(), 9090);
        assertEquals(full.getRegistrationTimeUTC(), 1_234);
        assertEquals(full.getPayload(), Map.of("weight", 2.5, "zone", "a", "metadata", Map.of("build", "17")));
    }

    /** Programs with any class of payload can read a server without weight, zone and metadata. */
    public void withoutAPayloadAllReadIt() throws Exception {
        ServiceInstance<Integer> plain = new JsonInstanceSerializer<>(Integer.class)
                .deserialize(ServiceInstanceFormat.write("calculator", "one", PLAIN, 1_234));
        assertNull(plain.getPayload());
    }

    /** A class of another program. */
    public static final class Payload {
        public int weight = 7;
        public String zone = "theirs";
    }

    public void instancesOfOtherPrograms() throws Exception {
        ServiceInstance<Payload> theirs = ServiceInstance.<Payload>builder()
                .name("calculator")
                .address("10.0.0.7")
                .port(9090)
                .payload(new Payload())
                .build();
        byte[] json = new JsonInstanceSerializer<>(Payload.class).serialize(theirs);
        assertTrue(new String(json, StandardCharsets.UTF_8).contains("\"weight\":7"));
        assertEquals(ServiceInstanceFormat.read(json).orElseThrow().address(), PLAIN);
        assertEquals(
                read("{'address':'10.0.0.7','port':null,'sslPort':9090}".replace('\'', '"'))
                        .address(),
                PLAIN);
        assertEquals(
                read("{'address':'10.0.0.7','port':9090,'payload':'text','more':[1]}".replace('\'', '"'))
                        .address(),
                PLAIN);
        assertEquals(
                read("{'address':'10.0.0.7','port':9090,'payload':{'zone':'a'}}".replace('\'', '"'))
                        .address(),
                PLAIN.withZone("a"));
    }

    /** Anyone with write access to ZooKeeper must not be able to choose classes that this JVM loads. */
    public void theClassOfAPayloadIsNotLoaded() throws IOException {
        String json =
                "{'address':'10.0.0.7','port':9090,'payload':{'@class':'" + Trap.class.getName() + "','weight':3}}";
        assertEquals(read(json.replace('\'', '"')).address(), PLAIN);
        assertEquals(Trap.LOADED, List.of());
    }

    public void disabled() throws IOException {
        byte[] json = "{\"address\":\"a\",\"port\":1,\"enabled\":false}".getBytes(StandardCharsets.UTF_8);
        assertEquals(ServiceInstanceFormat.read(json), Optional.empty());
    }

    @DataProvider
    static Object[][] bad() {
        return new Object[][] {
            {"", "address"},
            {"nothing", "JSON"},
            {"{'address':'a'", "JSON"},
            {"[]", "address"},
            {"{'address':'a'}", "port"},
            {"{'address':7,'port':1}", "address"},
            {"{'address':'a','port':'1'}", "port"},
            {"{'address':'a','port':65536}", "65536"},
            {"{'address':' ','port':1}", "blank"},
            {"{'address':'a b','port':1}", "'a b'"},
            {"{'address':'a\\nERROR b','port':1}", "'a?ERROR b'"},
            {"{'address':'" + "a".repeat(256) + "','port':1}", "256 characters, must have at most 255"},
            {"{'address':['" + "a".repeat(1_000) + "'],'port':1}", "a... and 1"},
            {"{'address':'a','port':1,'payload':{'weight':'much'}}", "much"},
            {"{'address':'a','port':1,'payload':{'weight':0}}", "weight is 0.0"},
            {"{'address':'a','port':1,'payload':{'weight':1e9}}", "weight is 1.0E9"},
            {"{'address':'a','port':1,'payload':{'zone':''}}", "zone"},
        };
    }

    @Test(dataProvider = "bad")
    public void badInstances(String json, String named) {
        Exception failure = expectThrows(Exception.class, () -> read(json.replace('\'', '"')));
        assertTrue(failure instanceof IOException || failure instanceof IllegalArgumentException, failure.toString());
        assertTrue(failure.getMessage().contains(named), failure.getMessage());
    }
}
