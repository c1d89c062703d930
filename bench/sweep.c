// Minimum cost of a broadcast to many sockets on this machine: a single-threaded sender that only writes the same bytes to each, and readers
// in a separate process, which use the kernel's arrival timestamps and read after all writes, as `players.c` does. `crash-events.mjs` compiles
// and starts it as the baseline of the studio's figures:
//   sweep <sockets> <sweeps> <bytes>
// Prints one line of JSON: delays from before a sweep's first write to each arrival, and the sender's CPU time per message.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

/** Every message begins with the start time of its sweep. */
static double delay_of(int socket) {
  static char message[1 << 16];
  char control[128];
  struct iovec part = {.iov_base = message, .iov_len = sizeof message};
  struct msghdr asked = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  double began_ms;
  struct timespec stamp;
  if (recvmsg(socket, &asked, 0) < (ssize_t)sizeof began_ms) fail("recvmsg");
  const struct cmsghdr *header = CMSG_FIRSTHDR(&asked);
  if (!header || header->cmsg_type != SCM_TIMESTAMPNS) fail("a message without the time of its arrival");
  memcpy(&began_ms, message, sizeof began_ms);
  memcpy(&stamp, CMSG_DATA(header), sizeof stamp);
  return stamp.tv_sec * 1e3 + stamp.tv_nsec / 1e6 - began_ms;
}

static void read_all(struct sockaddr_in to, int sockets, int sweeps, int done) {
  const int poll = epoll_create1(0);
  for (int place = 0; place < sockets; place++) {
    const int one = socket(AF_INET, SOCK_STREAM, 0);
    const int yes = 1;
    if (one < 0 || connect(one, (struct sockaddr *)&to, sizeof to) < 0) fail("connect");
    if (setsockopt(one, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof yes) < 0) fail("SO_TIMESTAMPNS");
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = one}};
    epoll_ctl(poll, EPOLL_CTL_ADD, one, &event);
  }
  const size_t all = (size_t)sockets * sweeps;
  float *delays = malloc(all * sizeof *delays);
  if (!delays) fail("malloc");
  for (size_t count = 0; count < all;) {
    struct epoll_event ready[512];
    int some = epoll_wait(poll, ready, 512, -1);
    usleep(400000);
    for (; some > 0; some = epoll_wait(poll, ready, 512, 0))
      for (int place = 0; place < some; place++) delays[count++] = delay_of(ready[place].data.fd);
  }
  qsort(delays, all, sizeof *delays, ascending);
  double us;
  if (read(done, &us, sizeof us) != sizeof us) fail("read");
  printf("{\"p50\":%.1f,\"p99\":%.1f,\"max\":%.1f,\"processorUs\":%.2f}\n", delays[all / 2], delays[all * 99 / 100], delays[all - 1], us);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const int sockets = atoi(argv[1]), sweeps = atoi(argv[2]);
  const size_t bytes = atoi(argv[3]);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t at_length = sizeof at;
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 1024) < 0) fail("listen");
  getsockname(listener, (struct sockaddr *)&at, &at_length);
  int done[2];
  if (pipe(done) < 0) fail("pipe");
  const pid_t readers = fork();
  if (readers < 0) fail("fork");
  if (readers == 0) {
    close(listener);
    close(done[1]);
    read_all(at, sockets, sweeps, done[0]);
    return 0;
  }
  int *files = malloc(sockets * sizeof *files);
  char *message = calloc(1, bytes);
  if (!files || !message) fail("malloc");
  for (int place = 0; place < sockets; place++) {
    const int yes = 1;
    files[place] = accept(listener, NULL, NULL);
    if (files[place] < 0) fail("accept");
    setsockopt(files[place], IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }
  sleep(2);
  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  for (int sweep = 0; sweep < sweeps; sweep++) {
    const double began_ms = now_ms();
    memcpy(message, &began_ms, sizeof began_ms);
    for (int place = 0; place < sockets; place++)
      if (write(files[place], message, bytes) != (ssize_t)bytes) fail("write");
    usleep(700000);
  }
  getrusage(RUSAGE_SELF, &after);
  const double us = (after.ru_utime.tv_sec - before.ru_utime.tv_sec + after.ru_stime.tv_sec - before.ru_stime.tv_sec) * 1e6 +
                    after.ru_utime.tv_usec - before.ru_utime.tv_usec + after.ru_stime.tv_usec - before.ru_stime.tv_usec;
  const double each_us = us / sockets / sweeps;
  if (write(done[1], &each_us, sizeof each_us) != sizeof each_us) fail("write");
  waitpid(readers, NULL, 0);
  return 0;
}
