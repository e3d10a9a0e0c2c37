/**
 * The calculator in a Jersey application: REST on Grizzly's HttpServer and Thrift beside it, one handler behind both.
 *
 * <pre>
 *   HTTP                       Thrift, compact
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
