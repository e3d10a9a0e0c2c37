"""What the client and the server share: the arguments of the command, dialects, and the sample of every type."""

import sys
from uuid import UUID

from thrift.protocol.TBinaryProtocol import TBinaryProtocolFactory
from thrift.protocol.TCompactProtocol import TCompactProtocolFactory
from thrift.protocol.THeaderProtocol import THeaderProtocol, THeaderProtocolFactory
from thrift.protocol.TJSONProtocol import TJSONProtocolFactory
from thrift.transport.THeaderTransport import THeaderClientType, THeaderSubprotocolID, THeaderTransformID
from thrift.transport.TTransport import TBufferedTransportFactory, TFramedTransportFactory, TTransportFactoryBase

from peers.ttypes import Colour, Everything, Point, Shape
from peers_uuid.ttypes import Uuids

PROTOCOLS = {
    "binary": TBinaryProtocolFactory(),
    "compact": TCompactProtocolFactory(),
    "json": TJSONProtocolFactory(),
}

SUBPROTOCOLS = {"binary": THeaderSubprotocolID.BINARY, "compact": THeaderSubprotocolID.COMPACT}


class HeaderProtocol(THeaderProtocol):
    def readMessageBegin(self):
        message = super().readMessageBegin()
        self.received(self.get_headers())
        return message

    def received(self, headers):
        """Overridden by the server."""


class HeaderProtocolFactory(THeaderProtocolFactory):
    """Makes protocols that compress what they write, if DIALECT says so."""
    protocol = HeaderProtocol

    def getProtocol(self, trans):
        protocol = self.protocol(trans, self.allowed_client_types, self.default_protocol)
        if DIALECT == "zlib":
            protocol.add_transform(THeaderTransformID.ZLIB)
        return protocol


def factories(header_factory=HeaderProtocolFactory):
    """Returns the factories of transports and of protocols."""
    if DIALECT == "framed":
        return TFramedTransportFactory(), PROTOCOLS[PROTOCOL]
    if DIALECT == "unframed":
        return TBufferedTransportFactory(), PROTOCOLS[PROTOCOL]
    return TTransportFactoryBase(), header_factory((THeaderClientType.HEADERS,), SUBPROTOCOLS[PROTOCOL])


HOST = "127.0.0.1"
PORT = int(sys.argv[1])
PROTOCOL = sys.argv[2]

# The optional fields that stay unset.
LEFT_OUT = set(sys.argv[3].split(","))

# framed, unframed, header, or zlib: headers and compressed messages.
DIALECT = sys.argv[4] if len(sys.argv) > 4 else "framed"

# The file of a trusted authority, or of the server's key and certificate; None without TLS.
PEM = sys.argv[5] if len(sys.argv) > 5 else None


def without_left_out(struct):
    for name in LEFT_OUT & vars(struct).keys():
        setattr(struct, name, None)
    return struct


def everything():
    return without_left_out(Everything(
        yes=True,
        no=False,
        flags=[True, False, True],
        bytes=[-128, -1, 0, 1, 127],
        shorts=[-32768, -1, 0, 1, 32767],
        ints=[-2**31, -1, 0, 1, 2**31 - 1],
        longs=[-2**63, -2**53 - 1, -1, 0, 1, 2**53 + 1, 2**63 - 1],
        doubles=[0.0, 1.0, -1.5, 0.1, 5e-324, 1.7976931348623157e308, -1e-7],
        oddDoubles=[float("inf"), float("-inf"), float("nan")],
        strings=["", "a", "tab\t line\n quote\" back\\ slash/", "Grüße", "日本語", "😀"],
        controls="\x00\x1f\x7f",
        blobs=[b"", b"\xff", b"\x00\x01", b"\x80\x7f\xfe", bytes(range(256))],
        colour=Colour.FAR,
        point=point(),
        shapes=[
            Shape(dot=Point(1, 2, weight=9)),
            Shape(line=[Point(0, 0), Point(5, 5, "end")]),
            Shape(name="circle"),
        ],
        numbers={-1, 0, 2**31 - 1},
        words={"", "a", "ß"},
        points={Point(1, 2), Point(1, 2, "l")},
        ages={"": 0, "ann": 30, "bob": -1},
        lists={-5: ["x", "y"], 5: []},
        nested={"outer": {7: {Colour.RED, Colour.FAR}, 8: set()}, "empty": {}},
        byLong={2**63 - 1: 0.5, -1: -0.5},
        byPoint={Point(1, 2): "here"},
        timeout=86400000000,
        path=[Point(0, 0), Point(-1, -1)],
        present="there",
        emptyList=[],
        emptySet=set(),
        emptyMap={},
        sixteen=list(range(16)),
        zeros=[0.0, -0.0],
    ))


def point():
    return Point(3, -4, "p")


def uuids():
    one = UUID("00112233-4455-6677-8899-aabbccddeeff")
    return without_left_out(Uuids(one=one, many=[one, UUID(int=0), UUID(int=2**128 - 1)]))


def differences(expected, actual):
    """Yields the name and the reason of each field that differs."""
    for name, value in vars(expected).items():
        other = getattr(actual, name)
        # As text, because -0.0 equals 0.0, and no NaN equals another.
        same = repr(value) == repr(other) if name in ("oddDoubles", "zeros") else value == other
        if not same:
            yield name, f"expected {value!r}, got {other!r}"
