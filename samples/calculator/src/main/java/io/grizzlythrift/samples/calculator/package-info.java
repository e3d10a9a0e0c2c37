/**
 * The calculator of the Thrift tutorials, served by Grizzly Thrift.
 *
 * <pre>
 *   CalculatorClient                      CalculatorServer
 *   generated Calculator.Client           ThriftServer
 *        |                                     |   one of the three strategies picks the thread
 *   TCompactProtocol                      generated Calculator.Processor
 *   TFramedTransport                           |
 *   TSocket ------- TCP, compact ------->  CalculatorHandler
 * </pre>
 *
 * <p>The IDL is in {@code src/main/thrift}; what the Thrift compiler makes of it is in {@code src/gen/java}.
 */
package io.grizzlythrift.samples.calculator;
