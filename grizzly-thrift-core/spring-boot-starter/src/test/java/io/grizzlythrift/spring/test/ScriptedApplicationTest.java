package io.grizzlythrift.spring.test;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.spring.LocalThriftPort;
import io.grizzlythrift.spring.ThriftClients;
import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.testkit.Rejection;
import io.grizzlythrift.testkit.ScriptedServer;
import org.apache.thrift.TException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.testng.AbstractTestNGSpringContextTests;
import org.testng.annotations.Test;

/** Is a test of an application as its users write it, with TestNG. */
@SpringBootTest(
        classes = CallingApplication.class,
        properties = {
            "grizzly.thrift.client.first.address=first.example.com:9090",
            "grizzly.thrift.client.first.ssl.bundle=first",
            "grizzly.thrift.client.first.retries.max-retries=1",
            "grizzly.thrift.client.second.service-id=second",
            "grizzly.thrift.client.second.call-timeout=1m",
            "grizzly.thrift.client.own.address=127.0.0.1:${local.grizzly.thrift.port}"
        })
@ThriftTest(clients = {"first", "second"})
@Test(timeOut = 120_000)
public class ScriptedApplicationTest extends AbstractTestNGSpringContextTests {
    @Autowired
    @Qualifier("first")
    private ScriptedServer first;

    @Autowired
    @Qualifier("second")
    private ScriptedServer second;

    @Autowired
    @Qualifier("first")
    private Base.Iface stub;

    @Autowired
    @Qualifier("second")
    private Base.Iface multiplexed;

    @Autowired
    private ThriftClients clients;

    @LocalThriftPort
    private int ownPort;

    public void eachClientHasItsServer() throws TException {
        first.when("whoami").thenReply("first");
        second.when("two:whoami").thenReply("second");
        assertEquals(stub.whoami("you"), "first");
        assertEquals(multiplexed.whoami("you"), "second");
        assertEquals(second.awaitCall("whoami").argument("greeting"), "you");
    }

    public void otherOptionsOfTheClientStay() throws TException {
        first.when("whoami").thenReject(Rejection.OVERLOADED).thenReply("first");
        assertEquals(stub.whoami("you"), "first", "retried");
        first.verifyCalls("whoami", 2);
        assertEquals(clients.client("second").config().callTimeout().toMinutes(), 1);
    }

    public void theServerOfTheApplicationHasAFreePort() throws TException {
        assertNotEquals(ownPort, 9090);
        try (ThriftClient client =
                ThriftClient.builder().endpoint("127.0.0.1", ownPort).build()) {
            assertEquals(client.stub(Base.Iface.class).whoami("you"), "Base: you");
        }
    }

    public void injectedServersAreThoseOfTheContext() {
        assertSame(applicationContext.getBean("first.ScriptedServer"), first);
    }
}
