"""Calls every method of a server of UuidPeers and checks the answers. Prints "ok", or fails with what was wrong.

usage: client.py PORT binary|compact|json FIELDS framed|unframed|header|zlib [PEM]
FIELDS are the optional fields that stay unset, with commas between; PEM is the file of a trusted authority.
"""

from thrift.Thrift import TApplicationException
from thrift.transport.TSocket import TSocket
from thrift.transport.TSSLSocket import TSSLSocket

from common import DIALECT, HOST, PEM, PORT, differences, everything, factories, point, uuids
from peers import NewerPeers
from peers.ttypes import Busy, Rejected
from peers_uuid import UuidPeers

IN_FLIGHT = 100
TIMEOUT_MILLIS = 20_000

# More than 64 KiB, and not so uniform that a server would take the compressed message for an attack.
LONG = "".join(f"ß{i}" for i in range(30_000))


def same(expected, actual, what):
    # As text, because -0.0 equals 0.0, and no NaN equals another.
    equal = repr(expected) == repr(actual) if isinstance(expected, float) else expected == actual
    if not equal:
        raise AssertionError(f"{what}: expected {expected!r:.200}, got {actual!r:.200}")


def raised(kind, call, *arguments):
    try:
        result = call(*arguments)
    except kind as e:
        return e
    raise AssertionError(f"{call.__name__}{arguments}: {kind.__name__} expected, got {result!r}")


def check_structs(client):
    for field, reason in differences(everything(), client.exchange(everything())):
        raise AssertionError(f"exchange: {field}: {reason}")
    for field, reason in differences(uuids(), client.exchangeUuids(uuids())):
        raise AssertionError(f"exchangeUuids: {field}: {reason}")


def check_echoes(client):
    sample = everything()
    echoes = {
        client.echoBool: [True, False],
        client.echoByte: sample.bytes,
        client.echoShort: sample.shorts,
        client.echoInt: sample.ints,
        client.echoLong: sample.longs,
        client.echoDouble: sample.doubles + (sample.oddDoubles or []) + (sample.zeros or []),
        client.echoString: sample.strings + [LONG],
        client.echoBinary: sample.blobs + [bytes(range(256)) + LONG.encode()],
        client.echoColour: [sample.colour],
        client.echoPoint: [sample.point],
        client.echoShape: sample.shapes,
        client.echoPath: [sample.path],
        client.echoSet: [sample.words, set()],
        client.echoMap: [sample.ages, {}],
        client.echoMillis: [sample.timeout],
        client.echoUuid: [uuids().one],
    }
    for echo, values in echoes.items():
        for value in values:
            same(value, echo(value), echo.__name__)


def check_failures(client):
    same(5, client.fail(-5), "fail(-5)")
    same(None, client.failQuietly(0), "failQuietly(0)")
    for fail in client.fail, client.failQuietly:
        same(Rejected("kind", "1"), raised(Rejected, fail, 1), fail.__name__)
        same(Busy(250, point()), raised(Busy, fail, 2), fail.__name__)
        same(TApplicationException.INTERNAL_ERROR, raised(TApplicationException, fail, 3).type, fail.__name__)


def check_unknown_method(protocol, client):
    newer = NewerPeers.Client(protocol)
    same(TApplicationException.UNKNOWN_METHOD, raised(TApplicationException, newer.added, 1).type, "added")
    client.ping()


def check_oneway(client):
    for value in range(10):
        client.note(value)
    same(45, client.noted(10), "noted")


def check_pipeline(client):
    for value in range(IN_FLIGHT):
        client.send_echoInt(value)
    for value in range(IN_FLIGHT):
        same(value, client.recv_echoInt(), "echoInt in flight")


def check_headers(protocol, client):
    """The server returns each header, with a prefix before its name."""
    for call, value in enumerate(["first", "", "Grüße", "long" * 100]):
        headers = {b"call": str(call).encode(), b"value": value.encode()}
        for name in headers:
            protocol.set_header(name, headers[name])
        same(call, client.echoInt(call), "echoInt")
        same({b"reply-" + name: headers[name] for name in headers}, protocol.get_headers(), "headers")
    client.ping()
    same({}, protocol.get_headers(), "headers of a call without headers")


def main():
    socket = TSSLSocket(HOST, PORT, ca_certs=PEM) if PEM else TSocket(HOST, PORT)
    socket.setTimeout(TIMEOUT_MILLIS)
    transports, protocols = factories()
    transport = transports.getTransport(socket)
    protocol = protocols.getProtocol(transport)
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
        if DIALECT in ("header", "zlib"):
            check_headers(protocol, client)
        check_pipeline(client)
    finally:
        transport.close()
    print("ok")


if __name__ == "__main__":
    main()
