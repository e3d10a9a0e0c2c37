/**
 * The calculator in a Jersey application: REST on Grizzly's HttpServer, Thrift on another port, and one handler for
 * both.
 *
 * <pre>
 *   HTTP                       Thrift, binary
 *    |                              |
 *   HttpServer                 ThriftServer      started by ThriftBesideRest, drained with Jersey's locator
 *    |                              |
 *   Jersey                     generated Calculator.Processor
 *    |                              |
 *   CalculatorResource              |
 *    +----------- injected ---------+
 *                    v
 *            CalculatorHandler      a singleton of Jersey's locator
 * </pre>
 */
package io.grizzlythrift.samples.jersey;
