// A small HTTP/1.1 client: one request in flight per kept-alive connection, every latency recorded. Like the baseline's client (pgbench) it
// is a compiled program, so that the server is measured and not the client. `load.mjs` compiles and starts it:
//   load <port> <connections> <warm-up ms> <seconds> <once|again> <word before the outcome, or -> <file of requests>
// The file holds raw requests, each preceded by its length (4 bytes, little-endian). They are sent in order; `again` restarts at the end of
// the file, `once` stops there. Prints one line of JSON, latencies in microseconds.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_OUTCOMES 64
#define ROOM (64 * 1024)

struct connection {
  int socket;
  double started_us;
  size_t filled;
  char answer[ROOM + 1];
};

struct outcome {
  char name[48];
  long count;
};

static const char *requests, *requests_end, *next_request;
static int starts_over;
static long sent, done;
static float *delays;
static size_t delays_room;
static struct outcome outcomes[MOST_OUTCOMES];

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

/** Sends the next request; returns 0 if there is none left. */
static int send_next(struct connection *one) {
  if (next_request == requests_end) {
    if (!starts_over) return 0;
    next_request = requests;
  }
  uint32_t length;
  memcpy(&length, next_request, 4);
  one->filled = 0;
  one->started_us = now_us();
  // A request is small and the one before it was answered: the socket buffer has room for all of it.
  if (write(one->socket, next_request + 4, length) != (ssize_t)length) fail("write");
  next_request += 4 + length;
  sent++;
  return 1;
}

static void count(const char *name, size_t length) {
  for (int place = 0; place < MOST_OUTCOMES; place++) {
    struct outcome *known = &outcomes[place];
    if (known->count == 0) snprintf(known->name, sizeof known->name, "%.*s", (int)length, name);
    if (strlen(known->name) == length && memcmp(known->name, name, length) == 0) {
      known->count++;
      return;
    }
  }
}

static void keep_delay(double us) {
  if ((size_t)done == delays_room) {
    delays_room = delays_room ? delays_room * 2 : 1 << 16;
    delays = realloc(delays, delays_room * sizeof *delays);
    if (!delays) fail("realloc");
  }
  delays[done++] = us;
}

/** Reads available bytes; returns whether they complete the answer. */
static int take(struct connection *one, const char *word, int is_measuring) {
  ssize_t got = read(one->socket, one->answer + one->filled, ROOM - one->filled);
  if (got < 0 && errno == EAGAIN) return 0;
  if (got <= 0) fail("the server hung up");
  one->filled += got;
  one->answer[one->filled] = 0;
  char *body = strstr(one->answer, "\r\n\r\n");
  if (!body) return 0;
  char *length = strcasestr(one->answer, "content-length: ");
  if (!length || length > body) fail("an answer without its length");
  body += 4;
  if (one->filled < (size_t)(body - one->answer) + strtoul(length + 16, NULL, 10)) return 0;
  if (!is_measuring) return 1;
  const char *name = one->answer + 9;
  size_t name_length = 3;
  char *found = *word == '-' ? NULL : strstr(body, word);
  if (found) {
    name = found + strlen(word);
    name_length = strcspn(name, "\"");
  }
  const int is_good = (name_length == 2 && memcmp(name, "ok", 2) == 0) || (name_length == 3 && memcmp(name, "200", 3) == 0);
  if (is_good) keep_delay(now_us() - one->started_us);
  else count(name, name_length);
  return 1;
}

static int ascending(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static float at(double share) {
  if (done == 0) return 0;
  size_t place = done * share;
  return delays[place < (size_t)done ? place : (size_t)done - 1];
}

int main(int argc, char **argv) {
  if (argc != 8) return 2;
  const int port = atoi(argv[1]), connections = atoi(argv[2]);
  const double warm_up_us = atof(argv[3]) * 1e3, lasts_us = atof(argv[4]) * 1e6;
  starts_over = strcmp(argv[5], "again") == 0;
  int file = open(argv[7], O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about) < 0) fail(argv[7]);
  requests = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (requests == MAP_FAILED) fail("mmap");
  next_request = requests;
  requests_end = requests + about.st_size;

  int poll = epoll_create1(0);
  struct connection *all = calloc(connections, sizeof *all);
  if (!all) fail("calloc");
  for (int place = 0; place < connections; place++) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int one = 1;
    all[place].socket = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(all[place].socket, (struct sockaddr *)&to, sizeof to) < 0) fail("connect");
    setsockopt(all[place].socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(all[place].socket, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = &all[place]}};
    epoll_ctl(poll, EPOLL_CTL_ADD, all[place].socket, &event);
  }
  const double began_us = now_us(), measured_us = began_us + warm_up_us, over_us = measured_us + lasts_us;
  double ended_us = over_us;
  for (int place = 0; place < connections; place++) send_next(&all[place]);
  for (int is_over = 0; !is_over;) {
    struct epoll_event events[256];
    int ready = epoll_wait(poll, events, 256, 1000);
    const double woken_us = now_us();
    if (woken_us >= over_us) break;
    for (int place = 0; place < ready; place++) {
      struct connection *one = events[place].data.ptr;
      if (!take(one, argv[6], woken_us >= measured_us)) continue;
      if (send_next(one)) continue;
      ended_us = now_us();
      is_over = 1;
      break;
    }
  }

  qsort(delays, done, sizeof *delays, ascending);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  const double processor_us = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
  printf("{\"tookUs\":%.0f,\"done\":%ld,\"sent\":%ld,\"p50Us\":%.1f,\"p99Us\":%.1f,\"processorUs\":%.0f,\"refused\":{", ended_us - measured_us, done,
         sent, at(0.5), at(0.99), processor_us);
  for (int place = 0; place < MOST_OUTCOMES && outcomes[place].count > 0; place++)
    printf("%s\"%s\":%ld", place ? "," : "", outcomes[place].name, outcomes[place].count);
  printf("}}\n");
  return 0;
}
