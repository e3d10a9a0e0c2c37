package io.grizzlythrift.samples.calculator;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.SharedService;
import io.grizzlythrift.samples.calculator.gen.SharedStruct;
import io.grizzlythrift.samples.calculator.gen.Work;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Every method of the calculator, called over a socket, on each strategy. */
public class CalculatorTest {
    private final ProcessingStrategy strategy;
    private final CountDownLatch zipped = new CountDownLatch(1);

    private ThriftServer server;
    private TTransport transport;
    private Calculator.Client calculator;

    @Factory(dataProvider = "strategies")
    public CalculatorTest(ProcessingStrategy strategy) {
        this.strategy = strategy;
    }

    @DataProvider
    public static Object[] strategies() {
        return new Object[] {
            SameThreadStrategy.create(), WorkerThreadStrategy.ofThreads(4), LeaderFollowerStrategy.ofThreads(4)
        };
    }

    @BeforeClass
    public void connect() throws TException {
        Calculator.Iface handler = new CalculatorHandler() {
            @Override
            public void zip() {
                zipped.countDown();
            }
        };
        ServerLimits patient =
                ServerLimits.builder().queueTimeout(Duration.ofSeconds(20)).build();
        server = CalculatorServer.builder(0, strategy, handler).limits(patient).build();
        server.start();
        transport = new TFramedTransport(new TSocket("127.0.0.1", server.port(), 30_000));
        transport.open();
        calculator = new Calculator.Client(new TBinaryProtocol(transport));
    }

    @AfterClass(alwaysRun = true)
    public void stop() {
        if (transport != null) {
            transport.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    public void pings() throws TException {
        calculator.ping();
    }

    @Test
    public void addsAndWrapsAround() throws TException {
        assertEquals(calculator.add(2, 3), 5);
        assertEquals(calculator.add(Integer.MAX_VALUE, 1), Integer.MIN_VALUE);
    }

    @DataProvider
    public static Object[][] works() {
        return new Object[][] {
            {work(7, Operation.ADD, 3), 10},
            {work(7, Operation.SUBTRACT, 10), -3},
            {work(-7, Operation.MULTIPLY, 3), -21},
            {work(7, Operation.DIVIDE, 2), 3},
            {new Work().setNum2(4).setOp(Operation.SUBTRACT), -4},
        };
    }

    @Test(dataProvider = "works")
    public void calculates(Work work, int result) throws TException {
        assertEquals(calculator.calculate(1, work), result);
    }

    @DataProvider
    public static Object[][] impossibleWorks() {
        return new Object[][] {
            {work(1, Operation.DIVIDE, 0), 4, "/ by zero"},
            {work(Integer.MIN_VALUE, Operation.DIVIDE, -1), 4, "integer overflow"},
            {work(Integer.MAX_VALUE, Operation.MULTIPLY, 2), 3, "integer overflow"},
            {work(1, null, 1), 0, "no known operation"},
        };
    }

    @Test(dataProvider = "impossibleWorks")
    public void refusesWhatHasNoAnswer(Work work, int whatOp, String why) throws TException {
        calculator.calculate(2, work(1, Operation.ADD, 1));
        InvalidOperation refusal = expectThrows(InvalidOperation.class, () -> calculator.calculate(2, work));
        assertEquals(refusal, new InvalidOperation(whatOp, why));
        assertEquals(calculator.getStruct(2).getValue(), "2", "a refused task must not touch the log");
    }

    @Test
    public void inheritedMethodFindsTheLogEntry() throws TException {
        calculator.calculate(3, work(6, Operation.MULTIPLY, 7).setComment("the answer"));
        assertEquals(calculator.getStruct(3), new SharedStruct(3, "42 (the answer)"));
        SharedService.Iface parent = new SharedService.Client(calculator.getOutputProtocol());
        assertEquals(parent.getStruct(3), calculator.getStruct(3));
    }

    @Test
    public void unknownKeyHasNoValue() throws TException {
        SharedStruct entry = calculator.getStruct(404);
        assertEquals(entry.getKey(), 404);
        assertFalse(entry.isSetValue());
    }

    @Test
    public void onewayArrivesAndTheConnectionGoesOn() throws Exception {
        calculator.zip();
        assertTrue(zipped.await(30, TimeUnit.SECONDS));
        calculator.ping();
    }

    @Test
    public void unknownStrategyIsRefusedByName() {
        assertThrows(IllegalArgumentException.class, () -> CalculatorServer.main(new String[] {"no-thread"}));
    }

    private static Work work(int num1, Operation op, int num2) {
        return new Work().setNum1(num1).setNum2(num2).setOp(op);
    }
}
