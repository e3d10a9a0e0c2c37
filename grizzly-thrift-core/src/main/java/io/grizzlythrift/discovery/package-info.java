/**
 * Which servers there are: what a server says of itself, and where it says it.
 *
 * <pre>
 *   ThriftServer --- listens ---> {@link io.grizzlythrift.discovery.Announcer}.announce({@link io.grizzlythrift.discovery.EndpointAddress}) ---> Announcement
 *                --- before it drains --------------------------------------------> close()
 *
 *   EndpointAddress   record: host, port, weight, zone, metadata
 * </pre>
 */
package io.grizzlythrift.discovery;
