package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.call.FutureHandlers;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.catalog.Shop;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.testng.annotations.Test;

/** Tests how a server describes its services. */
public class ServerCatalogTest {
    @Test
    void processorsOfEachKindAreDescribed() {
        Base.AsyncIface async = FutureHandlers.adapt(Base.AsyncIface.class, handler(Base.FutureIface.class));
        ThriftServer server = ThriftServer.builder()
                .listen("127.0.0.1", 0)
                .processor(new Shop.Processor<>(handler(Shop.Iface.class)))
                .service("future", new Base.AsyncProcessor<>(async))
                .service("everything", new Everything.Processor<>(handler(Everything.Iface.class)))
                .service("sub", new Base.Processor<>(handler(Base.Iface.class)) {})
                .build();
        ServiceCatalog catalog = server.catalog();

        assertEquals(
                catalog.services().stream()
                        .map(service -> service.callName() + " " + service.headerName("ping"))
                        .toList(),
                List.of("Shop ping", "everything everything:ping", "future future:ping", "sub sub:ping"));
        assertEquals(catalog.extendedServices(), List.of());
        assertEquals(catalog.service("Shop").orElseThrow().doc(), "Sells items."); // META-INF/thrift of the tests
        assertSame(server.catalog(), catalog);
        assertSame(server.listener().catalog(), catalog);
    }

    @Test
    @SuppressWarnings("UnnecessaryMethodReference") // the class of the processor is not to be known
    void aProcessorThatIsNotGeneratedIsDescribedByHand() {
        TProcessor generated = new Shop.Processor<>(handler(Shop.Iface.class));
        TProcessor wrapper = generated::process;
        ThriftServerBuilder builder = ThriftServer.builder()
                .listen("127.0.0.1", 0)
                .service("wrapped", wrapper)
                .processorFactory(new TProcessorFactory(wrapper) {});
        assertEquals(builder.build().catalog().services(), List.of());

        ServiceCatalog described = ServiceCatalog.builder()
                .service("wrapped", Shop.class)
                .service(Shop.class)
                .build();
        assertEquals(
                builder.catalog(described).build().catalog().services().stream()
                        .map(ServiceDescription::callName)
                        .toList(),
                List.of("wrapped", "Shop"));
    }

    private static <T> T handler(Class<T> contract) {
        return contract.cast(Proxy.newProxyInstance(
                contract.getClassLoader(), new Class<?>[] {contract}, (proxy, method, arguments) -> null));
    }
}
