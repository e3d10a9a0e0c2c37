// Serves every method of Peers. Prints its port, and ends when its input does.
//
// usage: server PORT binary|compact|json FIELDS framed|unframed|header|zlib [PEM]
// PORT 0 takes any free one; FIELDS are the optional fields that stay unset, with commas between; PEM is a file with the
// key and the certificate of the server.

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <limits>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <thrift/protocol/THeaderProtocol.h>
#include <thrift/server/TThreadedServer.h>
#include <thrift/transport/TSSLServerSocket.h>
#include <thrift/transport/TSSLSocket.h>
#include <thrift/transport/TServerSocket.h>

#include "Peers.h"
#include "common.h"

using namespace apache::thrift;
using namespace peers;

namespace {

constexpr std::chrono::seconds PATIENCE{10};

class Handler : public PeersIf {
 public:
  explicit Handler(Everything sample) : sample_(std::move(sample)) {}

  void ping() override {}

  void exchange(Everything& result, const Everything& mine) override {
    const std::string field = difference(sample_, mine);
    if (!field.empty()) {
      throw rejected(field, "differs from the sample");
    }
    result = sample_;
  }

  bool echoBool(bool value) override { return value; }
  int8_t echoByte(int8_t value) override { return value; }
  int16_t echoShort(int16_t value) override { return value; }
  int32_t echoInt(int32_t value) override { return value; }
  int64_t echoLong(int64_t value) override { return value; }
  double echoDouble(double value) override { return value; }
  void echoString(std::string& result, const std::string& value) override { result = value; }
  void echoBinary(std::string& result, const std::string& value) override { result = value; }
  Colour::type echoColour(Colour::type value) override { return value; }
  void echoPoint(Point& result, const Point& value) override { result = value; }
  void echoShape(Shape& result, const Shape& value) override { result = value; }
  void echoPath(Path& result, const Path& value) override { result = value; }
  void echoSet(std::set<std::string>& result, const std::set<std::string>& value) override { result = value; }
  void echoMap(std::map<std::string, int32_t>& result, const std::map<std::string, int32_t>& value) override {
    result = value;
  }
  Millis echoMillis(Millis value) override { return value; }

  int64_t subtract(int64_t left, int32_t right) override { return left - right; }

  int32_t fail(int32_t kind) override {
    switch (kind) {
      case 1:
        throw rejected("kind", "1");
      case 2: {
        Busy busy;
        busy.__set_retryAfter(250);
        busy.__set_where(point());
        throw busy;
      }
      case 3:
        throw std::runtime_error("not declared");
      default:
        return -kind;
    }
  }

  void failQuietly(int32_t kind) override { fail(kind); }

  void note(int32_t value) override {
    std::lock_guard<std::mutex> guard(lock_);
    notes_.push_back(value);
    noted_.notify_all();
  }

  int64_t noted(int32_t atLeast) override {
    std::unique_lock<std::mutex> guard(lock_);
    const auto enough = [&] { return notes_.size() >= static_cast<size_t>(atLeast); };
    if (!noted_.wait_for(guard, PATIENCE, enough)) {
      throw std::runtime_error("too few notes");
    }
    return std::accumulate(notes_.begin(), notes_.end(), int64_t{0});
  }

 private:
  static Rejected rejected(const std::string& field, const std::string& reason) {
    Rejected rejected;
    rejected.__set_field(field);
    rejected.__set_reason(reason);
    return rejected;
  }

  const Everything sample_;
  std::mutex lock_;
  std::condition_variable noted_;
  std::vector<int32_t> notes_;
};

struct ServerEvents : server::TServerEventHandler {
  explicit ServerEvents(transport::TServerSocket& socket) : socket(socket) {}

  void preServe() override { std::cout << socket.getPort() << std::endl; }

  /** Tells the processor which protocol a call comes from. */
  void* createContext(std::shared_ptr<protocol::TProtocol> in, std::shared_ptr<protocol::TProtocol>) override {
    return in.get();
  }

  transport::TServerSocket& socket;
};

/** Replies with each header of a call, with a prefix before its name. */
struct HeaderReturner : TProcessorEventHandler {
  void* getContext(const char*, void* serverContext) override {
    auto& protocol = *static_cast<protocol::THeaderProtocol*>(static_cast<protocol::TProtocol*>(serverContext));
    for (const auto& [name, value] : protocol.getHeaders()) {
      protocol.setHeader("reply-" + name, value);
    }
    return nullptr;
  }
};

std::shared_ptr<transport::TServerSocket> listener(const Arguments& arguments) {
  if (arguments.pem.empty()) {
    return std::make_shared<transport::TServerSocket>(HOST, arguments.port);
  }
  const auto factory = std::make_shared<transport::TSSLSocketFactory>(transport::LATEST);
  factory->loadCertificate(arguments.pem.c_str());
  factory->loadPrivateKey(arguments.pem.c_str());
  return std::make_shared<transport::TSSLServerSocket>(HOST, arguments.port, factory);
}

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments(argc, argv);
  const auto socket = listener(arguments);
  const auto processor = std::make_shared<PeersProcessor>(std::make_shared<Handler>(everything(arguments.leftOut)));
  server::TThreadedServer server(processor, socket, arguments.transports, arguments.protocols);
  server.setServerEventHandler(std::make_shared<ServerEvents>(*socket));
  if (arguments.headers) {
    server.setOutputProtocolFactory(nullptr);  // replies leave through the protocol that has read the call
    processor->setEventHandler(std::make_shared<HeaderReturner>());
  }

  std::thread([] {
    std::cin.ignore(std::numeric_limits<std::streamsize>::max());
    std::_Exit(EXIT_SUCCESS);
  }).detach();
  server.serve();
  return EXIT_SUCCESS;
} catch (const std::exception& e) {
  std::cerr << e.what() << std::endl;
  return EXIT_FAILURE;
}
