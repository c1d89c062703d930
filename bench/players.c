// Players at the crash table: raw sockets with a minimal protocol, in a program that uses little of the CPU that it shares with the studio.
// `crash-events.mjs` compiles and starts it:
//   players <port> <players> <seconds> <bettors> <betting ms>
// Real players have a CPU each. So a message arrives at the kernel's timestamp as it reaches the socket, and while measuring the program waits
// a moment before reading: reading for ten thousand players must not slow the writer down. For data that waits together in a socket the kernel
// reports the arrival of the last byte: two messages both count from the later one, and if the last is the server's ping, which has its own
// schedule, the message before it counts as delivered but is not timed. The few bettors get their own bets right after an event, so their data
// is read at once. Prints {"measuring":true} when all are seated and {"measuring":false} at the end, then one line of JSON with the figures.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// Maximum joins in progress: more at a time would measure the length of the queue.
#define MOST_WAITING 100
#define MOST_EVENTS 4096
#define ROOM (512 * 1024)
#define TEXT 1
#define PING 9
// Longer than a broadcast takes.
#define READ_AFTER_MS 150
#define BETS_AFTER_MS 250

enum kind { OPEN, FLY, CRASH, OTHER, KINDS };
static const char *const kind_names[] = {"open", "fly", "crash"};

struct player {
  int socket, is_upgraded, is_seated;
  long last_number;
  char *rest;
  size_t rest_length;
};

struct frame {
  int opcode;
  size_t length, whole;
};

struct event {
  long number;
  enum kind kind;
  double origin_ms;
};

struct delays {
  float *all;
  size_t count, room;
};

static struct player *players;
static int player_count, seated, waiting, bettors, is_measuring, near_poll, crowd_poll;
static struct event events[MOST_EVENTS];
static struct delays delays[KINDS];
static double started_ms, betting_ms, bets_from_ms;
static long round_number, next_bet, rounds, delivered, untimed, missed;
static double bytes;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/** Sends a frame as browsers do. Data that does not fit into a full socket is dropped, as its answer would be. */
static void send_frame(struct player *one, int opcode, const char *body, size_t length) {
  unsigned char frame[256] = {0x80 | opcode};
  size_t at = 2;
  if (length < 126) frame[1] = 0x80 | length;
  else {
    frame[1] = 0x80 | 126;
    frame[2] = length >> 8;
    frame[3] = length & 255;
    at = 4;
  }
  const unsigned char mask[4] = {rand(), rand(), rand(), rand()};
  memcpy(frame + at, mask, 4);
  at += 4;
  for (size_t place = 0; place < length; place++) frame[at + place] = body[place] ^ mask[place & 3];
  if (write(one->socket, frame, at + length) < 0 && errno != EAGAIN && errno != EPIPE && errno != ECONNRESET) fail("write");
}

static void connect_player(int port, int place) {
  struct player *one = &players[place];
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  int yes = 1;
  one->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (one->socket < 0 || connect(one->socket, (struct sockaddr *)&to, sizeof to) < 0) fail("connect");
  setsockopt(one->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (setsockopt(one->socket, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof yes) < 0) fail("SO_TIMESTAMPNS");
  fcntl(one->socket, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = one}};
  epoll_ctl(place < bettors ? near_poll : crowd_poll, EPOLL_CTL_ADD, one->socket, &event);
  char request[300];
  int length = snprintf(request, sizeof request,
                        "GET /live/dhow HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                        "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
                        port);
  if (write(one->socket, request, length) != length) fail("write");
  waiting++;
}

static double field(const char *text, const char *name) {
  const char *found = strstr(text, name);
  return found ? atof(found + strlen(name)) : NAN;
}

/** Time of the reported event by the studio's clock. */
static double origin_of(enum kind kind, const char *text) {
  if (kind == OPEN) return field(text, "\"closes\":") - betting_ms;
  if (kind == FLY) return started_ms = field(text, "\"at\":");
  if (kind == OTHER || started_ms == 0) return NAN;
  const double crash = field(text, "\"crash\":");
  return started_ms + (crash <= 100 ? 0 : ceil(log(crash / 100) / 0.00006));
}

static void keep_delay(struct delays *list, double ms) {
  if (list->count == list->room) {
    list->room = list->room ? list->room * 2 : 1 << 16;
    list->all = realloc(list->all, list->room * sizeof *list->all);
    if (!list->all) fail("realloc");
  }
  list->all[list->count++] = ms;
}

static enum kind kind_of(const char *text) {
  for (int kind = OPEN; kind < OTHER; kind++) {
    const size_t length = strlen(kind_names[kind]);
    if (strncmp(text + 6, kind_names[kind], length) == 0 && text[6 + length] == '"') return kind;
  }
  return OTHER;
}

/** Handles a message of the table. `text` ends at `length`. */
static void read_message(struct player *one, char *text, size_t length, size_t wire, double at_ms) {
  if (strncmp(text, "{\"t\":\"welcome\"", 14) == 0) {
    one->is_seated = 1;
    seated++;
    waiting--;
    return;
  }
  char *number_at = length > 20 ? memmem(text, length < 40 ? length : 40, "\",\"n\":", 6) : NULL;
  if (!number_at) return;
  const long number = atol(number_at + 6);
  if (one->last_number && number != one->last_number + 1 && is_measuring) missed++;
  one->last_number = number;
  struct event *event = &events[number % MOST_EVENTS];
  if (event->number != number) {
    const char after = text[length];
    text[length] = 0;
    const enum kind kind = kind_of(text);
    *event = (struct event){number, kind, origin_of(kind, text)};
    if (kind == OPEN) {
      round_number = field(text, "\"no\":");
      next_bet = 0;
      bets_from_ms = now_ms() + BETS_AFTER_MS;
    }
    if (kind == CRASH && is_measuring) rounds++;
    text[length] = after;
  }
  if (!is_measuring) return;
  delivered++;
  bytes += wire;
  if (isnan(event->origin_ms)) return;
  if (isnan(at_ms)) untimed++;
  else keep_delay(&delays[event->kind], at_ms - event->origin_ms);
}

/** Reads a socket, and the arrival time of its last byte. */
static ssize_t receive(int socket, char *into, size_t room, double *at_ms) {
  char control[128];
  struct iovec part = {.iov_base = into, .iov_len = room};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  const ssize_t got = recvmsg(socket, &message, 0);
  if (got <= 0) return got;
  struct timespec stamp;
  const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_TIMESTAMPNS) fail("a message without the time of its arrival");
  memcpy(&stamp, CMSG_DATA(header), sizeof stamp);
  *at_ms = stamp.tv_sec * 1e3 + stamp.tv_nsec / 1e6;
  return got;
}

static void leave(struct player *one) {
  close(one->socket);
  one->socket = -1;
  if (one->is_seated) seated--;
  else waiting--;
}

/** Parses the server's frame at `at`; returns 0 if it is incomplete. Our frames always fit the short length forms. */
static int next_frame(const char *buffer, size_t at, size_t filled, struct frame *frame) {
  const unsigned char *bytes = (const unsigned char *)buffer + at;
  if (filled - at < 2) return 0;
  size_t head = 2;
  frame->opcode = bytes[0] & 15;
  frame->length = bytes[1] & 127;
  if (frame->length == 126) {
    head = 4;
    if (filled - at < head) return 0;
    frame->length = bytes[2] << 8 | bytes[3];
  }
  frame->whole = head + frame->length;
  return filled - at >= frame->whole;
}

static void take(struct player *one) {
  static char buffer[ROOM + 1];
  if (one->socket < 0) return;
  memcpy(buffer, one->rest, one->rest_length);
  double at_ms;
  const ssize_t got = receive(one->socket, buffer + one->rest_length, ROOM - one->rest_length, &at_ms);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) return leave(one);
  size_t filled = one->rest_length + got, at = 0;
  if (!one->is_upgraded) {
    char *end = memmem(buffer, filled, "\r\n\r\n", 4);
    if (end) {
      one->is_upgraded = 1;
      at = end + 4 - buffer;
      char hello[64];
      send_frame(one, 1, hello, snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"token\":\"p%d:INR\"}", (int)(one - players)));
    }
  }
  struct frame frame;
  int last = 0;
  for (size_t from = at; one->is_upgraded && next_frame(buffer, from, filled, &frame); from += frame.whole) last = frame.opcode;
  if (last == PING) at_ms = NAN;
  for (; one->is_upgraded && next_frame(buffer, at, filled, &frame); at += frame.whole) {
    char *body = buffer + at + frame.whole - frame.length;
    if (frame.opcode == PING) send_frame(one, 10, body, frame.length);
    if (frame.opcode == TEXT) read_message(one, body, frame.length, frame.whole, at_ms);
  }
  one->rest_length = filled - at;
  if (one->rest_length == 0) return;
  one->rest = realloc(one->rest, one->rest_length);
  if (!one->rest) fail("realloc");
  memcpy(one->rest, buffer + at, one->rest_length);
}

static void read_all(int poll) {
  struct epoll_event ready[512];
  for (int count; (count = epoll_wait(poll, ready, 512, 0)) > 0;)
    for (int place = 0; place < count; place++) take(ready[place].data.ptr);
}

static void place_bets(void) {
  const double at_ms = now_ms();
  while (next_bet < bettors && round_number && at_ms >= bets_from_ms + next_bet * 2000.0 / bettors) {
    struct player *one = &players[next_bet];
    char bet[200];
    const int length = snprintf(bet, sizeof bet, "{\"t\":\"bet\",\"id\":\"bench-%ld-%ld\",\"panel\":0,\"stake\":%ld,\"auto\":%ld}", round_number,
                                next_bet, 1000 + next_bet, 110 + next_bet * 37 % 400);
    if (one->socket >= 0) send_frame(one, 1, bet, length);
    next_bet++;
  }
}

static int ascending(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static void print_figures(struct delays *list) {
  if (list->count == 0) {
    printf("\"p50\":null,\"p95\":null,\"p99\":null,\"max\":null");
    return;
  }
  qsort(list->all, list->count, sizeof *list->all, ascending);
  const double shares[] = {0.5, 0.95, 0.99, 1};
  const char *const names[] = {"p50", "p95", "p99", "max"};
  for (int place = 0; place < 4; place++) {
    size_t at = list->count * shares[place];
    printf("%s\"%s\":%.1f", place ? "," : "", names[place], list->all[at < list->count ? at : list->count - 1]);
  }
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  const int port = atoi(argv[1]);
  const double lasts_ms = atof(argv[3]) * 1e3;
  player_count = atoi(argv[2]);
  bettors = atoi(argv[4]);
  betting_ms = atof(argv[5]);
  players = calloc(player_count, sizeof *players);
  if (!players) fail("calloc");
  near_poll = epoll_create1(0);
  crowd_poll = epoll_create1(0);
  int connected = 0;
  double settled_ms = 0, from_ms = 0, crowd_ms = 0;
  const double patience_ms = now_ms() + 180e3;
  for (;;) {
    usleep(is_measuring ? 5000 : 500);
    read_all(near_poll);
    struct epoll_event first;
    if (is_measuring && !crowd_ms && epoll_wait(crowd_poll, &first, 1, 0) > 0) crowd_ms = now_ms() + READ_AFTER_MS;
    if (!is_measuring || (crowd_ms && now_ms() >= crowd_ms)) {
      read_all(crowd_poll);
      crowd_ms = 0;
    }
    place_bets();
    const double at_ms = now_ms();
    while (connected < player_count && waiting < MOST_WAITING) connect_player(port, connected++);
    if (!settled_ms && (seated == player_count || at_ms > patience_ms)) settled_ms = at_ms;
    if (settled_ms && !is_measuring && at_ms > settled_ms + 3000) {
      is_measuring = 1;
      from_ms = at_ms;
      printf("{\"measuring\":true}\n");
      fflush(stdout);
    }
    if (is_measuring && at_ms > from_ms + lasts_ms) break;
  }
  const double minutes = (now_ms() - from_ms) / 60e3;
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  const double processor_us = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
  printf("{\"measuring\":false}\n{\"connected\":%d,\"rounds\":%ld,\"delivered\":%ld,\"untimed\":%ld,\"missed\":%ld,\"bytesPerMinute\":%.0f,\"processorUs\":%.0f,\"kinds\":{",
         seated, rounds, delivered, untimed, missed, bytes / seated / minutes, processor_us);
  struct delays all = {0};
  for (int kind = OPEN; kind < OTHER; kind++) {
    printf("%s\"%s\":{", kind ? "," : "", kind_names[kind]);
    print_figures(&delays[kind]);
    printf("}");
    for (size_t place = 0; place < delays[kind].count; place++) keep_delay(&all, delays[kind].all[place]);
  }
  printf("},");
  print_figures(&all);
  printf("}\n");
  return 0;
}
