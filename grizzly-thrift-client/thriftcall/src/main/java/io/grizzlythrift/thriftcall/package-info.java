/**
 * The command line {@code thriftcall}.
 *
 * <pre>
 *   ThriftCall --> ListCommand, DescribeCommand, CallCommand, HealthCommand, CompletionCommand
 *                    |   DescriptionOptions: .thrift files, jars, or the server --> ServiceCatalog
 *                    |   ConnectionOptions --> ThriftClient
 *                    v
 *                  Terminal, JsonPrinter, IdlText: text for people, JSON for programs
 *                  Failures --> ExitCode, at most two lines
 * </pre>
 */
package io.grizzlythrift.thriftcall;
