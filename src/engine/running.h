/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program that was profiled: the owner of main(), even if it is installed
 * among libraries.
 *
 *     main.main, /home/u/go/pkg/mod/x.org/tool@v1.2/cmd/tool/main.go
 *                        folder   /home/u/go/pkg/mod/x.org/tool@v1.2/
 *     "arguments: com.google.googlejavaformat.java.Main -i A.java"
 *                        package  com.google.googlejavaformat
 *     /usr/lib/node_modules/eslint/bin/eslint.js, run by Node.js
 *                        folder   /usr/lib/node_modules/eslint/
 *
 * Go and Rust name the program for certain. A main class or a script may only
 * start the user's code, as a server or a test runner does:
 * running_find_installed() decides.
 */
#ifndef FT_ENGINE_RUNNING_H
#define FT_ENGINE_RUNNING_H

#include "base/str.h"
#include "profile/profile.h"

struct origins;

struct running {
	bool is_go, is_java, is_js, is_python;
	bool is_js_unplaced; /* functions of scripts can also lack a file */
	/* Folder of Go's own sources, "/usr/local/go/src/" or, with trimmed
	   paths, "". goroot.p is NULL if unknown. */
	struct str goroot;
	struct str module; /* folder of main.main's sources, or its module's
			      path if files are relative to that; may be
			      empty */
	/* Set for an installed program; at most one is not empty. */
	struct str folder;  /* contains its sources */
	struct str package; /* "com.google.googlejavaformat", a part of a
			       function's name; '/' may stand for '.' */
	const char *how;    /* for display: "main.main"; NULL if both are
			       empty */
};

/* Fill in *r from the names, files and comments in the profile. The package of
   a Java main class goes to *package instead. */
void running_scan(
	struct running *r, const struct profile *p, struct str *package);

/* Find out whether the profiled program is an installed one, and which. Servers
   and test runners are installed as well, so the answer is no if the user's own
   code has some weight. `o` has the origins without an installed program. */
bool running_find_installed(struct running *r, struct origins *o,
	const struct profile *p, struct str main_package);

/* Return the folder of an installed package that a function's source file is
   in, with its last '/'; "" if it is in none. */
struct str running_folder(struct str file);
/* Return the package of a Java class or method, at most three parts; "" if the
   name has none or is the JDK's. */
struct str running_package(struct str name);
/* True if name is in the package. */
bool running_owns_name(struct str package, struct str name);
/* True if file is in the folder, and not among the libraries within it. */
bool running_owns_file(struct str folder, struct str file);

#endif
