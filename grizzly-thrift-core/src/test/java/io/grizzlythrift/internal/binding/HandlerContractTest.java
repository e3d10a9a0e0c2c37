package io.grizzlythrift.internal.binding;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the generated code that belongs to a contract is found. */
public class HandlerContractTest {
    private abstract static class Handler implements Base.Iface {}

    private abstract static class NarrowHandler extends Handler implements Everything.Iface {}

    @DataProvider
    static Object[][] contracts() {
        return new Object[][] {
            {Base.Iface.class, Base.Processor.class, "Base"},
            {Base.AsyncIface.class, Base.AsyncProcessor.class, "Base"},
            {Base.FutureIface.class, Base.AsyncProcessor.class, "Base"},
            {Everything.Iface.class, Everything.Processor.class, "Everything"},
            {Everything.AsyncIface.class, Everything.AsyncProcessor.class, "Everything"},
            {Handler.class, Base.Processor.class, "Base"},
            {NarrowHandler.class, Everything.Processor.class, "Everything"},
        };
    }

    @Test(dataProvider = "contracts")
    void aContractHasItsProcessor(Class<?> contract, Class<?> processor, String name) {
        HandlerContract found = HandlerContract.of(contract);
        assertEquals(found.constructor().getDeclaringClass(), processor);
        assertEquals(found.name(), name);
        assertEquals(found.contract(), contract);
    }
}
