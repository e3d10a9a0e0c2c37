/**
 * Announces servers to clients: the address and properties that a server advertises, and the interface to a registry.
 *
 * <pre>
 *   ThriftServer listens --> AdvertisedAddress.of(bound address) --> EndpointAddress
 *                                                                         v
 *                    Announcer.announce(EndpointAddress, Listener) --> Announcement; closed before the server drains
 *                                                        |
 *                                                        +--> announced or failed --> the server
 * </pre>
 */
package io.grizzlythrift.discovery;
