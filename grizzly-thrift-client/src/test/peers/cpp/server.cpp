// Serves every method of Peers. Prints its port, and ends when its input does.
//
// usage: server PORT binary|compact|json [FIELDS]
// PORT 0 takes any free one; FIELDS are the optional fields that stay unset, with commas between.

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <limits>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <thrift/server/TThreadedServer.h>
#include <thrift/transport/TBufferTransports.h>
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

}  // namespace

int main(int argc, char** argv) try {
  const Arguments arguments(argc, argv);
  const auto socket = std::make_shared<transport::TServerSocket>(HOST, arguments.port);
  server::TThreadedServer server(
      std::make_shared<PeersProcessor>(std::make_shared<Handler>(everything(arguments.leftOut))), socket,
      std::make_shared<transport::TFramedTransportFactory>(), arguments.protocol);

  struct PrintPort : server::TServerEventHandler {
    explicit PrintPort(transport::TServerSocket& socket) : socket(socket) {}
    void preServe() override { std::cout << socket.getPort() << std::endl; }
    transport::TServerSocket& socket;
  };
  server.setServerEventHandler(std::make_shared<PrintPort>(*socket));

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
