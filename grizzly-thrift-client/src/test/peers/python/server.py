"""Serves every method of UuidPeers. Prints its port, and ends when its input does.

usage: server.py PORT binary|compact|json FIELDS framed|unframed|header|zlib [PEM]
PORT 0 takes any free one; FIELDS are the optional fields that stay unset, with commas between; PEM is a file with the
key and the certificate of the server.
"""

import ssl
import sys
import threading

from thrift.server.TServer import TThreadedServer
from thrift.transport.TSocket import TServerSocket
from thrift.transport.TSSLSocket import TSSLServerSocket

from common import (
    HOST, PEM, PORT, HeaderProtocol, HeaderProtocolFactory, differences, everything, factories, point, uuids,
)
from peers.ttypes import Busy, Rejected
from peers_uuid import UuidPeers

PATIENCE_SECONDS = 10


class Handler(UuidPeers.Iface):
    def __init__(self):
        self.notes = []
        self.notes_changed = threading.Condition()

    def ping(self):
        pass

    def exchange(self, mine):
        return self.compared(everything(), mine)

    def exchangeUuids(self, mine):
        return self.compared(uuids(), mine)

    @staticmethod
    def compared(sample, actual):
        for field, reason in differences(sample, actual):
            raise Rejected(field, reason)
        return sample

    def echo(self, value):
        return value

    echoBool = echoByte = echoShort = echoInt = echoLong = echoDouble = echoString = echoBinary = echo
    echoColour = echoPoint = echoShape = echoPath = echoSet = echoMap = echoMillis = echoUuid = echo

    def subtract(self, left, right):
        return left - right

    def fail(self, kind):
        if kind == 1:
            raise Rejected("kind", "1")
        if kind == 2:
            raise Busy(250, point())
        if kind == 3:
            raise ValueError("not declared")
        return -kind

    def failQuietly(self, kind):
        self.fail(kind)

    def note(self, value):
        with self.notes_changed:
            self.notes.append(value)
            self.notes_changed.notify_all()

    def noted(self, atLeast):
        with self.notes_changed:
            if not self.notes_changed.wait_for(lambda: len(self.notes) >= atLeast, PATIENCE_SECONDS):
                raise TimeoutError(f"{len(self.notes)} notes of {atLeast}")
            return sum(self.notes)


class HeaderReturningProtocol(HeaderProtocol):
    """Replies with each header of a call, with a prefix before its name."""

    def received(self, headers):
        for name, value in headers.items():
            self.set_header(b"reply-" + name, value)


class HeaderReturningFactory(HeaderProtocolFactory):
    protocol = HeaderReturningProtocol


def listener():
    if not PEM:
        return TServerSocket(HOST, PORT)
    # Without a context, it cannot do without certificates of clients.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(PEM)
    return TSSLServerSocket(HOST, PORT, ssl_context=context)


def printing(server_socket):
    """Makes a server socket print its port once it listens."""
    listen = server_socket.listen

    def listen_and_print():
        listen()
        print(server_socket.handle.getsockname()[1], flush=True)

    server_socket.listen = listen_and_print
    return server_socket


def main():
    server = TThreadedServer(
        UuidPeers.Processor(Handler()),
        printing(listener()),
        *factories(HeaderReturningFactory),
        daemon=True,
    )
    threading.Thread(target=server.serve, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
