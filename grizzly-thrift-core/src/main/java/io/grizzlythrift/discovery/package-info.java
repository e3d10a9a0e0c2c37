/**
 * Which servers there are: what a server says of itself, and where it says it.
 *
 * <pre>
 *   ThriftServer --- listens ---> {@link io.grizzlythrift.discovery.AdvertisedAddress}.of(bound address) ---> {@link io.grizzlythrift.discovery.EndpointAddress}
 *                                      v
 *                                 {@link io.grizzlythrift.discovery.Announcer}.announce(EndpointAddress, Listener) ---> Announcement
 *                                      |                                                           ^
 *                                      +--- announced() | failed(cause) ---> the server            |
 *                --- before it drains ------------------------------------------------- close() ---+
 *
 *   AdvertisedAddress   host and port for clients if they are not those of the socket; weight, zone, metadata
 *   EndpointAddress     record: host, port, weight, zone, metadata
 * </pre>
 */
package io.grizzlythrift.discovery;
