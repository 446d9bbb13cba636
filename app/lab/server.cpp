#include "lab/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <ricochet/files/errors.hpp>
#include <thread>
#include <vector>

namespace ricochet::app {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Code = boost::system::error_code;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr auto kLastWork = std::chrono::seconds(1);         // how long work may go on after the end
constexpr auto kNoSocket = std::chrono::milliseconds(100);  // before another try to accept
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; "
    "base-uri 'none'";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

/// Threads that work on what they are given, in its order.
class Workers {
 public:
  explicit Workers(int count) {
    for (int i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Workers() {
    for (std::thread& thread : threads_) thread.detach();  // ended, or left behind
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void give(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    change_.notify_all();
  }

  /// What has not begun is dropped. False if something is still going on after that time.
  bool end(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    tasks_.clear();
    ending_ = true;
    change_.notify_all();
    return change_.wait_for(lock, patience, [this] { return ended_ == threads_.size(); });
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      change_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
      if (ending_) break;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
    ++ended_;
    change_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable change_;
  std::deque<std::function<void()>> tasks_;
  bool ending_ = false;
  std::size_t ended_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace

struct LabServer::Impl {
  class Session;

  Impl(LabInterface& lab, const LabServerOptions& o)
      : interface(lab), options(o), acceptor(network), retry(network), signals(network) {
    const tcp::endpoint here(asio::ip::address_v4::loopback(), o.port);
    Code error;
    acceptor.open(here.protocol(), error);
    if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(here, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      throw IoError(fmt::format("port {}: cannot be listened on: {}", o.port, error.message()));
    }
    port = acceptor.local_endpoint().port();
    for (const char* name : {"127.0.0.1", "localhost"}) {
      hosts.push_back(fmt::format("{}:{}", name, port));
      if (port == 80) hosts.emplace_back(name);
    }
  }

  void accept();
  void stop() {
    stopped = true;
    network.stop();
  }
  bool is_mine(std::string_view host) const {
    return std::find(hosts.begin(), hosts.end(), host) != hosts.end();
  }

  LabInterface& interface;
  LabServerOptions options;
  std::atomic<bool> stopped{false};
  std::vector<std::string> hosts;
  unsigned short port = 0;
  // Sessions end with the network, and count themselves out.
  int sessions = 0;
  bool waiting = false;  // for one to end
  asio::io_context network{1};
  tcp::acceptor acceptor;
  asio::steady_timer retry;
  asio::signal_set signals;
  std::optional<Workers> workers;
};

/// One connection: request, answer, request, ...
class LabServer::Impl::Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Impl& server, tcp::socket socket) : server_(server), stream_(std::move(socket)) {
    ++server_.sessions;
    Code ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
  }
  ~Session() {
    --server_.sessions;
    if (server_.waiting && !server_.stopped) server_.accept();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(server_.options.header_limit));
    parser_->body_limit(server_.options.body_limit);
    stream_.expires_after(server_.options.patience);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](const Code& error, std::size_t) { self->have(error); });
  }

 private:
  void have(const Code& error) {
    if (error == http::error::body_limit) {
      return refuse(413,
                    fmt::format("a request may have {} bytes at most", server_.options.body_limit));
    }
    if (error == http::error::header_limit) return refuse(431, "the header is too long");
    if (error == http::error::end_of_stream || error == http::error::partial_message) return;
    if (error) {
      const bool of_request = error.category() == Code(http::error::bad_method).category();
      if (of_request) refuse(400, "this is no HTTP request");
      return;  // else the other end is gone, or too slow
    }
    request_ = parser_->release();
    keep_ = request_.keep_alive();
    const auto header = [&](http::field name) { return view(request_[name]); };
    if (request_.version() != 11) return refuse(505, "HTTP/1.1 is spoken here");
    if (request_.count(http::field::host) != 1 || !server_.is_mine(header(http::field::host))) {
      return refuse(403, "this is not the host of the request");
    }
    if (request_.count(http::field::origin) > 0) {
      constexpr std::string_view scheme = "http://";
      const std::string_view origin = header(http::field::origin);
      if (!origin.starts_with(scheme) || !server_.is_mine(origin.substr(scheme.size()))) {
        return refuse(403, "requests of other pages are not answered");
      }
    }
    stream_.expires_never();
    server_.workers->give([self = shared_from_this()]() mutable { work(std::move(self)); });
  }

  /// In the thread of a worker. The session goes back with the answer: it must end in the thread of the network.
  static void work(std::shared_ptr<Session> self) {
    LabResponse answer;
    try {
      const Request& r = self->request_;
      answer = self->server_.interface.answer(
          {view(r.method_string()), view(r.target()), view(r[http::field::content_type]), r.body()},
          self->server_.stopped);
    } catch (const std::bad_alloc&) {
      answer = LabInterface::error(503, "out of memory");
    } catch (const std::exception& error) {
      answer = LabInterface::error(500, fmt::format("internal error: {}", error.what()));
    }
    Impl& server = self->server_;
    asio::post(server.network, [self = std::move(self), answer = std::move(answer)]() mutable {
      self->write(std::move(answer));
    });
  }

  void refuse(int status, std::string_view message) {
    request_ = {};  // not the one before
    keep_ = false;
    write(LabInterface::error(status, message));
  }

  void write(LabResponse answer) {
    response_ = {};
    response_.version(11);
    response_.result(static_cast<unsigned>(answer.status));
    response_.set(http::field::content_type, answer.type);
    response_.set(http::field::cache_control, "no-store");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    response_.set("Content-Security-Policy", kPolicy);
    if (!answer.allow.empty()) response_.set(http::field::allow, std::string(answer.allow));
    if (!answer.attachment.empty()) {
      response_.set(http::field::content_disposition,
                    fmt::format("attachment; filename=\"{}\"", answer.attachment));
    }
    response_.keep_alive(keep_);
    const std::size_t length = answer.body.size();
    if (request_.method() != http::verb::head) response_.body() = std::move(answer.body);
    response_.content_length(length);
    stream_.expires_after(server_.options.patience);
    http::async_write(stream_, response_,
                      [self = shared_from_this()](const Code& error, std::size_t) {
                        if (error) return;
                        if (self->keep_) return self->read();
                        self->hang_up();
                      });
  }

  /// What is still coming is read and dropped for a moment: else the answer may be lost with it.
  void hang_up() {
    Code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    buffer_.clear();
    stream_.expires_after(std::chrono::seconds(1));
    drain();
  }
  void drain() {
    stream_.async_read_some(buffer_.prepare(std::size_t{1} << 14U),
                            [self = shared_from_this()](const Code& error, std::size_t) {
                              if (!error) self->drain();
                            });
  }

  Impl& server_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  Request request_;
  Response response_;
  bool keep_ = false;
};

void LabServer::Impl::accept() {
  waiting = sessions >= options.connections;
  if (waiting) return;
  acceptor.async_accept([this](const Code& error, tcp::socket socket) {
    if (!error) {
      std::make_shared<Session>(*this, std::move(socket))->read();
      return accept();
    }
    retry.expires_after(kNoSocket);  // no more sockets, for example
    retry.async_wait([this](const Code& ended) {
      if (!ended) accept();
    });
  });
}

LabServer::LabServer(LabInterface& interface, const LabServerOptions& options)
    : impl_(std::make_unique<Impl>(interface, options)) {}
LabServer::~LabServer() { stop(); }

unsigned short LabServer::port() const { return impl_->port; }

bool LabServer::run() {
  Impl& server = *impl_;
  server.workers.emplace(server.options.workers);
  server.signals.add(SIGINT);
  server.signals.add(SIGTERM);
  server.signals.async_wait([&](const Code& error, int) {
    if (!error) server.stop();
  });
  server.accept();
  server.network.run();
  return server.workers->end(kLastWork);
}

void LabServer::stop() { impl_->stop(); }

}  // namespace ricochet::app
