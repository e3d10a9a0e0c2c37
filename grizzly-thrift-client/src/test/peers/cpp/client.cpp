// Calls every method of a server of Peers and checks the answers. Prints "ok", or fails with what was wrong.
//
// usage: client PORT binary|compact|json FIELDS framed|unframed|header|zlib [PEM]
// FIELDS are the optional fields that stay unset, with commas between; PEM is the file of a trusted authority.

#include <iostream>
#include <stdexcept>

#include <thrift/TApplicationException.h>
#include <thrift/protocol/THeaderProtocol.h>
#include <thrift/transport/TSSLSocket.h>
#include <thrift/transport/TSocket.h>

#include "NewerPeers.h"
#include "Peers.h"
#include "common.h"

using namespace apache::thrift;
using namespace peers;

namespace {

constexpr int IN_FLIGHT = 100;
constexpr int TIMEOUT_MILLIS = 20000;

void check(bool right, const std::string& what) {
  if (!right) {
    throw std::runtime_error(what + ": not what was expected");
  }
}

/** For methods that return their result. */
template <typename T, typename R>
void checkEcho(PeersClient& client, R (PeersClient::*echo)(T), const std::vector<R>& values, const std::string& what) {
  for (const R value : values) {
    check((client.*echo)(value) == value, what);
  }
}

/** For methods whose result is an argument. */
template <typename T>
void checkEcho(PeersClient& client, void (PeersClient::*echo)(T&, const T&), const std::vector<T>& values,
               const std::string& what) {
  for (const T& value : values) {
    T result;
    (client.*echo)(result, value);
    check(result == value, what);
  }
}

template <typename E, typename C>
E raised(const std::string& what, C call) {
  try {
    call();
  } catch (const E& e) {
    return e;
  }
  throw std::runtime_error(what + ": no exception");
}

void checkStruct(PeersClient& client, const Everything& sample) {
  Everything answer;
  client.exchange(answer, sample);
  const std::string field = difference(sample, answer);
  if (!field.empty()) {
    throw std::runtime_error("exchange: " + field + " differs from the sample");
  }
}

/** More than 64 KiB, and not so uniform that a server would take the compressed message for an attack. */
std::string longText() {
  std::string text;
  for (int i = 0; i < 30000; ++i) {
    text += "ß" + std::to_string(i);
  }
  return text;
}

void checkEchoes(PeersClient& client, Everything sample) {
  sample.strings.push_back(longText());
  sample.blobs.push_back(sample.blobs.back() + longText());
  checkEcho(client, &PeersClient::echoBool, std::vector<bool>{true, false}, "echoBool");
  checkEcho(client, &PeersClient::echoByte, sample.bytes, "echoByte");
  checkEcho(client, &PeersClient::echoShort, sample.shorts, "echoShort");
  checkEcho(client, &PeersClient::echoInt, sample.ints, "echoInt");
  checkEcho(client, &PeersClient::echoLong, sample.longs, "echoLong");
  checkEcho(client, &PeersClient::echoString, sample.strings, "echoString");
  checkEcho(client, &PeersClient::echoBinary, sample.blobs, "echoBinary");
  checkEcho(client, &PeersClient::echoColour, std::vector<Colour::type>{sample.colour}, "echoColour");
  checkEcho(client, &PeersClient::echoPoint, {sample.point}, "echoPoint");
  checkEcho(client, &PeersClient::echoShape, sample.shapes, "echoShape");
  checkEcho(client, &PeersClient::echoPath, {sample.path}, "echoPath");
  checkEcho(client, &PeersClient::echoSet, {sample.words, {}}, "echoSet");
  checkEcho(client, &PeersClient::echoMap, {sample.ages, {}}, "echoMap");
  checkEcho(client, &PeersClient::echoMillis, std::vector<Millis>{sample.timeout}, "echoMillis");

  for (const auto& doubles : {sample.doubles, sample.__isset.oddDoubles ? sample.oddDoubles : std::vector<double>(),
                              sample.__isset.zeros ? sample.zeros : std::vector<double>()}) {
    for (const double value : doubles) {
      check(same(client.echoDouble(value), value), "echoDouble");
    }
  }
}

/** Of a method that takes the kind of failure. */
template <typename F>
void checkFailures(const std::string& what, F fail) {
  const auto rejected = raised<Rejected>(what, [&] { fail(1); });
  check(rejected.field == "kind" && rejected.reason == "1", what + "(1)");
  const auto busy = raised<Busy>(what, [&] { fail(2); });
  check(busy.retryAfter == 250 && busy.where == point(), what + "(2)");
  const auto unexpected = raised<TApplicationException>(what, [&] { fail(3); });
  check(unexpected.getType() == TApplicationException::INTERNAL_ERROR, what + "(3)");
}

void checkUnknownMethod(NewerPeersClient& client) {
  const auto unknown = raised<TApplicationException>("added", [&] { client.added(1); });
  check(unknown.getType() == TApplicationException::UNKNOWN_METHOD, "added");
  client.ping();
}

void checkOneway(PeersClient& client) {
  for (int value = 0; value < 10; ++value) {
    client.note(value);
  }
  check(client.noted(10) == 45, "noted");
}

/** The server returns each header, with a prefix before its name. */
void checkHeaders(protocol::THeaderProtocol& protocol, PeersClient& client) {
  int call = 0;
  for (const std::string& value : {std::string("first"), std::string(), std::string("Grüße"), std::string(400, 'l')}) {
    protocol.setHeader("call", std::to_string(call));
    protocol.setHeader("value", value);
    check(client.echoInt(call) == call, "echoInt");
    const THeaderTransport::StringToStringMap wanted{{"reply-call", std::to_string(call)}, {"reply-value", value}};
    check(protocol.getHeaders() == wanted, "headers");
    ++call;
  }
  client.ping();
  check(protocol.getHeaders().empty(), "headers of a call without headers");
}

void checkPipeline(PeersClient& client) {
  for (int value = 0; value < IN_FLIGHT; ++value) {
    client.send_echoInt(value);
  }
  for (int value = 0; value < IN_FLIGHT; ++value) {
    check(client.recv_echoInt() == value, "echoInt in flight");
  }
}

std::shared_ptr<transport::TSocket> connect(const Arguments& arguments) {
  if (arguments.pem.empty()) {
    return std::make_shared<transport::TSocket>(HOST, arguments.port);
  }
  static transport::TSSLSocketFactory factory(transport::LATEST);
  factory.authenticate(true);
  factory.loadTrustedCertificates(arguments.pem.c_str());
  return factory.createSocket(HOST, arguments.port);
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments(argc, argv);
  const Everything sample = everything(arguments.leftOut);
  const auto socket = connect(arguments);
  socket->setRecvTimeout(TIMEOUT_MILLIS);
  const auto transport = arguments.transports->getTransport(socket);
  const auto protocol = arguments.protocols->getProtocol(transport);
  NewerPeersClient client(protocol);
  transport->open();
  client.ping();
  checkStruct(client, sample);
  checkEchoes(client, sample);
  check(client.subtract(-(int64_t{1} << 40), 2) == -(int64_t{1} << 40) - 2, "subtract");
  check(client.fail(-5) == 5, "fail(-5)");
  client.failQuietly(0);
  checkFailures("fail", [&](int kind) { client.fail(kind); });
  checkFailures("failQuietly", [&](int kind) { client.failQuietly(kind); });
  checkUnknownMethod(client);
  checkOneway(client);
  if (arguments.headers) {
    checkHeaders(dynamic_cast<protocol::THeaderProtocol&>(*protocol), client);
  }
  checkPipeline(client);
  transport->close();
  std::cout << "ok" << std::endl;
  return EXIT_SUCCESS;
} catch (const std::exception& e) {
  std::cerr << e.what() << std::endl;
  return EXIT_FAILURE;
}
