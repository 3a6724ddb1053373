/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * measure: how long a command takes and how much memory it needs.
 *
 *     measure RUNS COMMAND...
 *
 * Runs it RUNS times with its output thrown away; prints the shortest wall
 * time in seconds, the largest resident set in KiB of them all, and the least
 * processor time in seconds.
 */
#include "prelude.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Returns the exit status, 127 when it could not be started. */
static int
run(char **argv)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		int fd = open("/dev/null", O_RDWR);

		dup2(fd, STDIN_FILENO);
		dup2(fd, STDOUT_FILENO);
		execvp(argv[0], argv);
		fprintf(stderr, "measure: %s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return 127;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Usage of all children so far. */
static double
cpu(void)
{
	struct rusage use;

	getrusage(RUSAGE_CHILDREN, &use);
	return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
		(double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

int
main(int argc, char **argv)
{
	struct rusage use;
	double least = 0, least_cpu = 0;
	int64_t runs;

	if (argc < 3 || !str_to_i64(str_c(argv[1]), &runs) || runs < 1) {
		fprintf(stderr, "usage: measure RUNS COMMAND...\n");
		return 2;
	}
	for (int64_t i = 0; i < runs; i++) {
		double begin = now(), begin_cpu = cpu(), t, t_cpu;
		int status = run(argv + 2);

		if (status != 0)
			return status;
		t = now() - begin;
		t_cpu = cpu() - begin_cpu;
		if (i == 0 || t < least)
			least = t;
		if (i == 0 || t_cpu < least_cpu)
			least_cpu = t_cpu;
	}
	getrusage(RUSAGE_CHILDREN, &use);
	printf("%.3f %ld %.3f\n", least, use.ru_maxrss, least_cpu);
	return 0;
}
