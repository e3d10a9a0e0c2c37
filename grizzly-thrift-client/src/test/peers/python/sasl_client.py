"""Calls every method of a service of UuidPeers after SASL, by thrift_sasl. Prints "ok", or fails with what was wrong.

usage: sasl_client.py PORT binary|compact FIELDS unframed PLAIN|DIGEST-MD5
FIELDS are the optional fields that stay unset, with commas between.
"""

import sys

from puresasl.client import SASLClient
from thrift.transport.TSocket import TSocket
from thrift_sasl import TSaslClientTransport

from client import (TIMEOUT_MILLIS, check_echoes, check_failures, check_oneway, check_pipeline, check_structs,
                    check_unknown_method, same)
from common import HOST, PORT, PROTOCOL, PROTOCOLS
from peers_uuid import UuidPeers

MECHANISM = sys.argv[5]


class Sasl:
    """What thrift_sasl asks of a SASL library, by pure-sasl."""

    def __init__(self):
        self.client = SASLClient("localhost", "peers", MECHANISM, username="python", password="python-secret")

    def start(self, mechanism):
        return True, mechanism, self.client.process() or b""

    def step(self, challenge):
        return True, self.client.process(challenge) or b""

    def encode(self, message):
        return True, self.client.wrap(message)

    def decode(self, message):
        return True, self.client.unwrap(message)


def main():
    socket = TSocket(HOST, PORT)
    socket.setTimeout(TIMEOUT_MILLIS)
    transport = TSaslClientTransport(Sasl, MECHANISM, socket)
    protocol = PROTOCOLS[PROTOCOL].getProtocol(transport)
    client = UuidPeers.Client(protocol)
    transport.open()
    try:
        same(None, client.ping(), "ping")
        check_structs(client)
        check_echoes(client)
        same(-2**40 - 2, client.subtract(-2**40, 2), "subtract")
        check_failures(client)
        check_unknown_method(protocol, client)
        check_oneway(client)
        check_pipeline(client)
    finally:
        transport.close()
    print("ok")


if __name__ == "__main__":
    main()
