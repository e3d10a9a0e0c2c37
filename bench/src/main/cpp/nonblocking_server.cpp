// Apache Thrift's C++ TNonblockingServer with the bench's echo, to measure the cost of Thrift without a JVM.
//
// usage: nonblocking-server PORT IO_THREADS binary|compact MAX_FRAME_BYTES
//
// Listens on the loopback interface, on any free port if PORT is 0. Prints "listening on 127.0.0.1:PORT", and ends when
// standard input ends.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include <unistd.h>

#include <thrift/TApplicationException.h>
#include <thrift/TProcessor.h>
#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/server/TNonblockingServer.h>
#include <thrift/transport/TNonblockingServerSocket.h>

using namespace apache::thrift;
using namespace apache::thrift::protocol;

namespace {

constexpr auto HOST = "127.0.0.1";

// Hand-written equivalent of the code that the compiler generates for: string echo(1: string text).
class EchoProcessor : public TProcessor {
public:
  bool process(std::shared_ptr<TProtocol> in, std::shared_ptr<TProtocol> out, void*) override {
    std::string name;
    TMessageType type;
    int32_t sequenceId;
    in->readMessageBegin(name, type, sequenceId);
    const std::string text = readText(*in);
    in->readMessageEnd();
    in->getTransport()->readEnd();
    if (name == "echo") {
      out->writeMessageBegin(name, T_REPLY, sequenceId);
      out->writeStructBegin("echo_result");
      out->writeFieldBegin("success", T_STRING, 0);
      out->writeString(text);
      out->writeFieldEnd();
      out->writeFieldStop();
      out->writeStructEnd();
    } else {
      out->writeMessageBegin(name, T_EXCEPTION, sequenceId);
      TApplicationException(TApplicationException::UNKNOWN_METHOD, name + " is not served here").write(out.get());
    }
    out->writeMessageEnd();
    out->getTransport()->writeEnd();
    out->getTransport()->flush();
    return true;
  }

private:
  static std::string readText(TProtocol& in) {
    std::string text;
    std::string name;
    TType type;
    int16_t id;
    in.readStructBegin(name);
    for (in.readFieldBegin(name, type, id); type != T_STOP; in.readFieldBegin(name, type, id)) {
      if (id == 1 && type == T_STRING) {
        in.readString(text);
      } else {
        in.skip(type);
      }
      in.readFieldEnd();
    }
    in.readStructEnd();
    return text;
  }
};

class Announcement : public server::TServerEventHandler {
public:
  explicit Announcement(std::shared_ptr<transport::TNonblockingServerSocket> listener) : listener_(std::move(listener)) {}

  void preServe() override {
    std::cout << "listening on " << HOST << ":" << listener_->getListenPort() << std::endl;
  }

private:
  std::shared_ptr<transport::TNonblockingServerSocket> listener_;
};

std::shared_ptr<TProtocolFactory> protocolNamed(const std::string& name) {
  if (name == "binary") {
    return std::make_shared<TBinaryProtocolFactory>(0, 0, true, true);
  }
  return std::make_shared<TCompactProtocolFactory>();
}

} // namespace

int main(int count, char** arguments) {
  if (count != 5) {
    std::cerr << "usage: nonblocking-server PORT IO_THREADS binary|compact MAX_FRAME_BYTES" << std::endl;
    return 2;
  }
  auto listener = std::make_shared<transport::TNonblockingServerSocket>(HOST, std::atoi(arguments[1]));
  server::TNonblockingServer server(std::make_shared<EchoProcessor>(), protocolNamed(arguments[3]), listener);
  server.setNumIOThreads(std::strtoul(arguments[2], nullptr, 10));
  server.setMaxFrameSize(std::strtoul(arguments[4], nullptr, 10));
  server.setServerEventHandler(std::make_shared<Announcement>(listener));
  std::thread([] {
    while (std::cin.get() != std::char_traits<char>::eof()) {
    }
    _exit(0); // the parent process has ended
  }).detach();
  server.serve();
  return 0;
}
