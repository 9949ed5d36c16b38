// Records an episode through the bridge, by docs/reference/bridge.md alone: client SOCKET FOLDER STEPS
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int sock;
static char reply[1 << 20];
static uint8_t *memory;
static long slots, slot_bytes, first_slot, recording, episodes, steps, events, mask, codes;

static void die(const char *what) { fprintf(stderr, "%s: %s\n", what, reply); exit(1); }

static void say(const char *json) {
    uint32_t n = strlen(json);
    if (write(sock, &n, 4) != 4 || write(sock, json, n) != n) die("write");
}

static void fetch(void *into, uint32_t n) {
    for (uint32_t got = 0; got < n; ) {
        ssize_t more = read(sock, (char *) into + got, n - got);
        if (more <= 0) die("the daemon is gone");
        got += more;
    }
}

static void hear(const char *type) { // summaries and warnings may come in between
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"type\":\"%s\"", type);
    do {
        uint32_t n;
        fetch(&n, 4);
        if (n >= sizeof reply) die("too long");
        fetch(reply, n);
        reply[n] = 0;
        if (strstr(reply, "\"type\":\"error\"") && strcmp(type, "error")) die(type);
    } while (!strstr(reply, wanted));
}

static long number(const char *from, const char *key) { // the first one behind a place
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(from, quoted);
    if (!at) die(key);
    return atol(at + strlen(quoted));
}

static long column(const char *path) {
    char quoted[128];
    snprintf(quoted, sizeof quoted, "\"path\":\"%s\"", path);
    const char *at = strstr(reply, quoted);
    if (!at) die(path);
    return number(at, "offset");
}

static volatile uint64_t *word(int offset) { return (volatile uint64_t *) (memory + offset); }

// The next free slot, its state made from the slot before.
static uint8_t *claim(uint32_t kind) {
    uint64_t n = *word(64);
    while (n - *word(192) >= (uint64_t) slots - 1) usleep(200);
    uint8_t *slot = memory + first_slot + (n % slots) * slot_bytes;
    uint8_t *before = memory + first_slot + ((n - 1) % slots) * slot_bytes;
    uint32_t head[] = {kind, 0, 0, 0};
    memcpy(slot, &n, 8);
    memcpy(slot + 8, head, sizeof head);
    slot[recording] = n ? before[recording] : 0;
    for (int i = 0; i < 3; i++) {
        long at = (long[]) {episodes, steps, events}[i];
        if (n) memcpy(slot + at, before + at, 4); else memset(slot + at, 0, 4);
    }
    slot[mask] = 1;
    return slot;
}

static void publish(void) {
    __atomic_store_n(word(64), *word(64) + 1, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (*word(256)) {
        *word(256) = 0;
        if (send(sock, "\0\0\0\0", 4, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) perror("doorbell");
    }
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: client SOCKET FOLDER STEPS\n"), 2;
    char json[4096];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", argv[1]);
    sock = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(sock, (struct sockaddr *) &address, sizeof address)) die("connect");
    snprintf(json, sizeof json, "{\"type\":\"hello\",\"protocol\":1,\"min_protocol\":1,\"client\":\"c\",\"pid\":%d}", getpid());
    say(json);
    hear("welcome");
    int file = memfd_create("roboreel", MFD_CLOEXEC);
    snprintf(json, sizeof json, "{\"type\":\"open_run\",\"folder\":\"%s\",\"env_name\":\"FromC\",\"num_envs\":1,"
             "\"dt_seconds\":0.01,\"slots\":64,\"memory\":\"/proc/%d/fd/%d\",\"fields\":["
             "{\"path\":\"actions\",\"dtype\":\"float32\",\"shape\":[3]},{\"path\":\"obs/count\",\"dtype\":\"int32\",\"shape\":[]}]}",
             argv[2], getpid(), file);
    say(json);
    hear("layout");
    long size = number(reply, "size"), actions = column("actions"), count = column("obs/count");
    long wall = column("timestamps/wall_time_ns");
    slots = number(reply, "slots"), slot_bytes = number(reply, "slot_bytes"), first_slot = number(reply, "first_slot");
    recording = number(reply, "recording"), episodes = number(reply, "episodes"), steps = number(strstr(reply, "\"state\""), "steps");
    events = number(reply, "events"), mask = number(reply, "mask"), codes = number(reply, "codes");
    if (ftruncate(file, size)) die("ftruncate");
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (memory == MAP_FAILED) die("mmap");
    say("{\"type\":\"mapped\"}");
    hear("opened");
    uint8_t *slot = claim(2); // BEGIN
    slot[recording] = 1, ++*(uint32_t *) (slot + episodes), *(uint32_t *) (slot + steps) = 0, *(uint32_t *) (slot + events) = 0;
    publish();
    for (int i = 0; i < atoi(argv[3]); i++) {
        struct timespec now;
        slot = claim(1); // STEP
        ++*(uint32_t *) (slot + steps);
        for (int k = 0; k < 3; k++) ((float *) (slot + actions))[k] = i + k / 4.0f;
        *(int32_t *) (slot + count) = 7 * i;
        clock_gettime(CLOCK_REALTIME, &now);
        *(int64_t *) (slot + wall) = now.tv_sec * 1000000000L + now.tv_nsec;
        publish();
    }
    slot = claim(3); // END, success
    slot[recording] = 0, slot[codes] = 0;
    publish();
    say("{\"type\":\"close\",\"reason\":\"done\"}");
    hear("closed");
    puts(reply);
    return 0;
}
