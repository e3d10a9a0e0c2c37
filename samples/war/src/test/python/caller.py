"""Adds numbers, one call after the other, until its standard input ends. Then prints how the calls ended.

usage: caller.py PORT
"""

import sys
import threading
import time

from thrift.protocol.TBinaryProtocol import TBinaryProtocol
from thrift.Thrift import TApplicationException, TMessageType, TType
from thrift.transport.TSocket import TSocket
from thrift.transport.TTransport import TFramedTransport, TTransportException


class Calculator:
    """What the compiler would generate for add(1: i32 num1, 2: i32 num2)."""

    def __init__(self, port):
        socket = TSocket("127.0.0.1", port)
        socket.setTimeout(20_000)
        self.transport = TFramedTransport(socket)
        self.protocol = TBinaryProtocol(self.transport)
        self.calls = 0
        self.transport.open()

    def add(self, *numbers):
        self.calls += 1
        protocol = self.protocol
        protocol.writeMessageBegin("add", TMessageType.CALL, self.calls)
        protocol.writeStructBegin("add_args")
        for number, value in enumerate(numbers, 1):
            protocol.writeFieldBegin(f"num{number}", TType.I32, number)
            protocol.writeI32(value)
            protocol.writeFieldEnd()
        protocol.writeFieldStop()
        protocol.writeStructEnd()
        protocol.writeMessageEnd()
        self.transport.flush()
        _, kind, call = protocol.readMessageBegin()
        if kind == TMessageType.EXCEPTION:
            rejection = TApplicationException()
            rejection.read(protocol)
            protocol.readMessageEnd()
            raise rejection
        protocol.readStructBegin()
        protocol.readFieldBegin()
        result = protocol.readI32()
        protocol.readFieldEnd()
        protocol.readFieldBegin()
        protocol.readStructEnd()
        protocol.readMessageEnd()
        if (call, result) != (self.calls, sum(numbers)):
            raise AssertionError(f"call {self.calls}, {numbers}: call {call}, {result}")
        return result


def main():
    ends = dict.fromkeys(("results", "rejected", "unsent", "unanswered"), 0)
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    calculator = None
    while not ended.is_set():
        end = "unsent"
        try:
            if calculator is None:
                calculator = Calculator(int(sys.argv[1]))
            end = "unanswered"
            calculator.add(ends["results"], 1)
            end = "results"
        except TApplicationException:
            end = "rejected"
            calculator.transport.close()
            calculator = None
        except (TTransportException, OSError):
            if calculator is not None:
                calculator.transport.close()
                calculator = None
            time.sleep(0.005)  # nothing listens
        ends[end] += 1
    print(*(f"{end}={count}" for end, count in ends.items()))


main()
