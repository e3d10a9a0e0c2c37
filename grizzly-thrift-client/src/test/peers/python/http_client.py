"""Calls every method of a service of UuidPeers over HTTP. Prints "ok", or fails with what was wrong.

usage: http_client.py PORT binary|compact|json FIELDS
FIELDS are the optional fields that stay unset, with commas between.
"""

from thrift.transport.THttpClient import THttpClient

from client import TIMEOUT_MILLIS, check_echoes, check_failures, check_oneway, check_structs, check_unknown_method, same
from common import HOST, PORT, PROTOCOL, PROTOCOLS
from peers_uuid import UuidPeers


def main():
    transport = THttpClient(f"http://{HOST}:{PORT}/thrift")
    transport.setTimeout(TIMEOUT_MILLIS)
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
    finally:
        transport.close()
    print("ok")


if __name__ == "__main__":
    main()
