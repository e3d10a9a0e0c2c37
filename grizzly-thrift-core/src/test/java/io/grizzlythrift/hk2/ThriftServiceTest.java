package io.grizzlythrift.hk2;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the generated code that belongs to a contract is found. */
public class ThriftServiceTest {
    private abstract static class NarrowHandler extends Greeter implements Everything.Iface {}

    @DataProvider
    static Object[][] contracts() {
        return new Object[][] {
            {Base.Iface.class, Base.Processor.class, "Base"},
            {Base.AsyncIface.class, Base.AsyncProcessor.class, "Base"},
            {Base.FutureIface.class, Base.AsyncProcessor.class, "Base"},
            {Everything.Iface.class, Everything.Processor.class, "Everything"},
            {Everything.AsyncIface.class, Everything.AsyncProcessor.class, "Everything"},
            {Greeter.class, Base.Processor.class, "Base"},
            {NarrowHandler.class, Everything.Processor.class, "Everything"},
        };
    }

    @Test(dataProvider = "contracts")
    void aContractHasItsProcessor(Class<?> contract, Class<?> processor, String name) {
        ThriftService service = ThriftService.of(contract);
        assertEquals(service.constructor().getDeclaringClass(), processor);
        assertEquals(service.name(), name);
        assertEquals(service.contract(), contract);
    }
}
