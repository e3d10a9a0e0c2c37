/**
 * Announces servers to clients: the address and properties that a server advertises, and the interface to a registry.
 *
 * <pre>
 *   ThriftServer --- listens ---> {@link io.grizzlythrift.discovery.AdvertisedAddress}.of(bound address) ---> {@link io.grizzlythrift.discovery.EndpointAddress}
 *                                      v
 *                                 {@link io.grizzlythrift.discovery.Announcer}.announce(EndpointAddress, Listener) ---> Announcement
 *                                      |                                                           ^
 *                                      +--- announced() | failed(cause) ---> the server            |
 *                --- before it drains ------------------------------------------------- close() ---+
 *
 *   Announcer           interface, with the interfaces Listener and Announcement
 *   AdvertisedAddress   options: host and port for clients if they differ from those of the socket; weight, zone,
 *                       metadata; refuses a wildcard, to which clients cannot connect
 *   EndpointAddress     record: host, port, weight, zone, metadata, and their bounds; name: "host:port"
 * </pre>
 */
package io.grizzlythrift.discovery;
