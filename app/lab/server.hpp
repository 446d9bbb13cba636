#pragma once
// HTTP for the lab, on the loopback interface only. One thread talks to the network, some work on answers.
//
// Every request must name this server as its Host (127.0.0.1 or localhost, with the port) and, if it has one, as its
// Origin: pages of other servers, and names that others let point here, are refused. Requests are limited in size and in
// the time they take to come; connections in number. Limits: below.

#include <chrono>
#include <cstddef>
#include <memory>

#include "lab/interface.hpp"

namespace ricochet::app {

struct LabServerOptions {
  unsigned short port = 0;                    ///< 0: any that is free
  std::size_t header_limit = 8U << 10U;       ///< bytes
  std::size_t body_limit = 2U << 20U;         ///< bytes
  int connections = 48;                       ///< more wait
  int workers = 2;                            ///< threads
  std::chrono::milliseconds patience{15000};  ///< for a request to come, or an answer to be taken
};

class LabServer {
 public:
  /// Listens. Throws IoError if the port cannot be had.
  LabServer(LabInterface& interface, const LabServerOptions& options);
  ~LabServer();

  unsigned short port() const;
  /// Serves until stop(), SIGINT or SIGTERM. False if work was still going on a second later: it was left behind, and
  /// nothing may be destroyed any more.
  [[nodiscard]] bool run();
  /// From any thread.
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ricochet::app
