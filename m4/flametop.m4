dnl SPDX-License-Identifier: GPL-3.0-or-later
dnl
dnl What configure.ac asks for, in flametop's own words: compiler flags taken
dnl only when they are accepted, packages that say how to install them.

# FT_CFLAG_IF_OK(VARIABLE, FLAG)
# ------------------------------
# Add FLAG to VARIABLE if the compiler takes it without a warning, so that a
# flag known only to gcc does not make clang talk.
AC_DEFUN([FT_CFLAG_IF_OK], [
AC_REQUIRE([AC_PROG_CC])
AS_VAR_PUSHDEF([ft_cache], [ft_cv_cflag_$2])
AC_CACHE_CHECK([whether $CC accepts $2], [ft_cache], [
	ft_save_cflags=$CFLAGS
	CFLAGS="$CFLAGS -Werror $2"
	AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
		[AS_VAR_SET([ft_cache], [yes])],
		[AS_VAR_SET([ft_cache], [no])])
	CFLAGS=$ft_save_cflags
])
AS_VAR_IF([ft_cache], [yes], [$1="${$1:+${$1} }$2"])
AS_VAR_POPDEF([ft_cache])
AC_SUBST([$1])
])

# FT_LINK_IF_OK(CFLAGS-VARIABLE, CFLAG, LDFLAGS-VARIABLE, LDFLAG)
# ---------------------------------------------------------------
# Add both flags if a program can be compiled and linked with them.
AC_DEFUN([FT_LINK_IF_OK], [
AC_MSG_CHECKING([whether $CC links with $2 $4])
ft_save_cflags=$CFLAGS
ft_save_ldflags=$LDFLAGS
CFLAGS="$CFLAGS -Werror $2"
LDFLAGS="$LDFLAGS $4"
AC_LINK_IFELSE([AC_LANG_PROGRAM()], [ft_ok=yes], [ft_ok=no])
CFLAGS=$ft_save_cflags
LDFLAGS=$ft_save_ldflags
AC_MSG_RESULT([$ft_ok])
AS_IF([test $ft_ok = yes], [
	$1="${$1:+${$1} }$2"
	$3="${$3:+${$3} }$4"
])
AC_SUBST([$1])
AC_SUBST([$3])
])

# FT_WARNINGS
# -----------
AC_DEFUN([FT_WARNINGS], [
m4_foreach_w([ft_flag], [-Wall -Wextra -Wpedantic -Wshadow -Wconversion
	-Wsign-conversion -Wstrict-prototypes -Wmissing-prototypes
	-Wold-style-definition -Wcast-qual -Wcast-align -Wpointer-arith
	-Wwrite-strings -Wundef -Wvla -Wformat=2 -Wimplicit-fallthrough
	-Wdouble-promotion -Wnull-dereference
	-Wno-missing-field-initializers],
	[FT_CFLAG_IF_OK([WARN_CFLAGS], ft_flag)])
])

# FT_OPTION_WERROR
# ----------------
# For those who work on flametop also warnings that each compiler has for
# itself: gcc's, then clang's. With sanitizers gcc knows less about values, and
# would warn of texts that fit.
AC_DEFUN([FT_OPTION_WERROR], [
AC_ARG_ENABLE([werror], [AS_HELP_STRING([--enable-werror],
	[make compiler warnings errors])], [], [enable_werror=no])
AS_IF([test "x$enable_werror" = xyes], [
	m4_foreach_w([ft_flag], [-Wformat-signedness -Wfloat-conversion
		-Wlogical-op -Wduplicated-cond -Wduplicated-branches
		-Wenum-float-conversion -Wimplicit-int-float-conversion
		-Wshorten-64-to-32 -Wassign-enum -Wunreachable-code],
		[FT_CFLAG_IF_OK([WARN_CFLAGS], ft_flag)])
	AS_CASE([${enable_sanitize:-no}], [no], [
		FT_CFLAG_IF_OK([WARN_CFLAGS], [-Wformat-overflow=2])
		FT_CFLAG_IF_OK([WARN_CFLAGS], [-Wformat-truncation=2])])
	WARN_CFLAGS="$WARN_CFLAGS -Werror"
])
])

# FT_OPTION_DEBUG
# ---------------
AC_DEFUN([FT_OPTION_DEBUG], [
AC_ARG_ENABLE([debug], [AS_HELP_STRING([--enable-debug],
	[check also what costs time in inner loops (assert_slow)])],
	[], [enable_debug=no])
AS_IF([test "x$enable_debug" = xyes],
	[AC_DEFINE([FT_DEBUG], [1], [Define to 1 to turn assert_slow on.])])
])

# FT_OPTION_SANITIZE
# ------------------
# A finding ends the program, so that no test can pass over one.
AC_DEFUN([FT_OPTION_SANITIZE], [
AC_ARG_ENABLE([sanitize], [AS_HELP_STRING([--enable-sanitize=LIST],
	[build with these sanitizers: address,undefined or thread])],
	[], [enable_sanitize=no])
AS_CASE([$enable_sanitize], [no], [], [yes|""],
	[AC_MSG_ERROR([--enable-sanitize needs a list: address,undefined])], [
	ft_list="-fsanitize=$enable_sanitize"
	FT_LINK_IF_OK([SANITIZE_CFLAGS], [$ft_list], [SANITIZE_LDFLAGS],
		[$ft_list])
	AS_IF([test $ft_ok = no],
		[AC_MSG_ERROR([the compiler cannot link with $ft_list])])
	FT_CFLAG_IF_OK([SANITIZE_CFLAGS], [-fno-omit-frame-pointer])
	FT_CFLAG_IF_OK([SANITIZE_CFLAGS], [-fno-sanitize-recover=all])
	AC_DEFINE([FT_SANITIZE], [1], [Define to 1 if built with sanitizers.])
])
AC_SUBST([SANITIZE_CFLAGS])
AC_SUBST([SANITIZE_LDFLAGS])
AC_SUBST([SANITIZE], [$enable_sanitize])
])

# FT_HARDENING
# ------------
# _FORTIFY_SOURCE is in config.h, where it can ask for the optimiser.
AC_DEFUN([FT_HARDENING], [
FT_LINK_IF_OK([HARDEN_CFLAGS], [-fPIE], [HARDEN_LDFLAGS], [-pie])
FT_CFLAG_IF_OK([HARDEN_CFLAGS], [-fstack-protector-strong])
FT_CFLAG_IF_OK([HARDEN_CFLAGS], [-fstack-clash-protection])
FT_LINK_IF_OK([HARDEN_CFLAGS], [], [HARDEN_LDFLAGS], [-Wl,-z,relro,-z,now])
])

# FT_MISSING_INIT, FT_MISSING(WHAT, DEBIAN, FEDORA), FT_MISSING_REPORT
# --------------------------------------------------------------------
# Collect what is missing and stop once, naming all of it.
AC_DEFUN([FT_MISSING_INIT], [
ft_missing=
ft_missing_debian=
ft_missing_fedora=
ft_missing_brew=
ft_missing_pkg=
ft_without_brew=
ft_without_pkg=
])
# The name of a Debian package in Homebrew and FreeBSD; - where there is none.
# FreeBSD itself has zlib, which pkgconf finds.
m4_define([FT_IN_BREW], [m4_case([$1], [libncurses-dev], [ncurses],
	[libprotobuf-c-dev], [protobuf-c], [protobuf-c-compiler], [protobuf-c],
	[zlib1g-dev], [zlib], [libpcre2-dev], [pcre2],
	[libjansson-dev], [jansson], [libzstd-dev], [zstd],
	[libcurl4-openssl-dev], [curl], [-])])
m4_define([FT_IN_PKG], [m4_case([$1], [libdw-dev], [elfutils],
	[zlib1g-dev], [pkgconf], [FT_IN_BREW([$1])])])
# FT_MISSING_IN(brew or pkg, NAME THERE, WHAT)
m4_define([FT_MISSING_IN], [
AS_CASE(["$2$ft_missing_$1 "], [-*], [ft_without_$1="$ft_without_$1 --without-$3"],
	[*" $2 "*], [], [ft_missing_$1="$ft_missing_$1 $2"])])
AC_DEFUN([FT_MISSING], [
ft_missing="$ft_missing $1"
AS_CASE(["$ft_missing_debian "], [*" $2 "*], [], [
	ft_missing_debian="$ft_missing_debian $2"
	ft_missing_fedora="$ft_missing_fedora $3"
	FT_MISSING_IN([brew], FT_IN_BREW([$2]), [$1])
	FT_MISSING_IN([pkg], FT_IN_PKG([$2]), [$1])
])
])
AC_DEFUN([FT_MISSING_REPORT], [
AS_IF([test -n "$ft_missing"], [AC_MSG_ERROR([missing:$ft_missing
  Debian, Ubuntu:  apt-get install$ft_missing_debian
  Fedora:          dnf install$ft_missing_fedora
  macOS:           brew install$ft_missing_brew${ft_without_brew:+, configure$ft_without_brew}
  FreeBSD:         pkg install$ft_missing_pkg${ft_without_pkg:+, configure$ft_without_pkg}
  ./bootstrap does this on Debian and Ubuntu])])
])

# FT_PKG(PREFIX, MODULE, DEBIAN, FEDORA)
# --------------------------------------
# ncurses' own -D_XOPEN_SOURCE=600 would contradict config.h.
AC_DEFUN([FT_PKG], [
PKG_CHECK_MODULES([$1], [$2],
	[$1_CFLAGS=`AS_ECHO(["$$1_CFLAGS"]) |
		sed 's/-D_XOPEN_SOURCE=@<:@0-9@:>@*//'`
	ft_modules="$ft_modules m4_car(m4_unquote(m4_split([$2])))"],
	[FT_MISSING([m4_car(m4_unquote(m4_split([$2])))], [$3], [$4])])
])

# FT_TERMINFO
# -----------
# Some systems have a library for it, others one for all of curses.
AC_DEFUN([FT_TERMINFO], [
AC_MSG_CHECKING([whether curses comes with terminfo])
ft_save_libs=$LIBS
LIBS="$NCURSES_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_CALL([], [tigetstr])], [ft_ok=yes], [ft_ok=no])
LIBS=$ft_save_libs
AC_MSG_RESULT([$ft_ok])
AS_IF([test $ft_ok = no],
	[FT_PKG([TINFO], [tinfo], [libncurses-dev], [ncurses-devel])])
])

# FT_OPTION_PKG(NAME, PREFIX, MODULE, DEBIAN, FEDORA, WHAT FOR)
# -------------------------------------------------------------
# A package that is wanted unless --without-NAME is given: HAVE_PREFIX.
AC_DEFUN([FT_OPTION_PKG], [
AC_ARG_WITH([$1], [AS_HELP_STRING([--without-$1], [do without $1: no $6])],
	[], [with_$1=yes])
AS_IF([test "$with_$1" != no], [
	FT_PKG([$2], [$3], [$4], [$5])
	AC_DEFINE([HAVE_$2], [1], [Is $1 to be used?])
])
AM_CONDITIONAL([HAVE_$2], [test "$with_$1" != no])
])

# FT_AUTO_PKG(NAME, PREFIX, MODULE, DEBIAN, FEDORA, WHAT FOR)
# -----------------------------------------------------------
# A package that is used if it is there, and wanted only with --with-NAME:
# HAVE_PREFIX.
AC_DEFUN([FT_AUTO_PKG], [
AC_ARG_WITH([$1],
	[AS_HELP_STRING([--without-$1], [do without $1, even if found: no $6])],
	[], [with_$1=auto])
AS_CASE([$with_$1],
	[no], [],
	[auto], [PKG_CHECK_MODULES([$2], [$3], [with_$1=yes], [
		AC_MSG_RESULT([no])
		with_$1=no
	])],
	[FT_PKG([$2], [$3], [$4], [$5])])
AS_IF([test "$with_$1" != no],
	[AC_DEFINE([HAVE_$2], [1], [Is $1 to be used?])])
])

# FT_OPTION_LIB(NAME, PREFIX, HEADER, LIBRARY, FUNCTION, DEBIAN, FEDORA, WHAT FOR)
# -------------------------------------------------------------------------------
# FT_OPTION_PKG for a library that pkg-config does not know.
AC_DEFUN([FT_OPTION_LIB], [
AC_ARG_WITH([$1], [AS_HELP_STRING([--without-$1], [do without $1: no $8])],
	[], [with_$1=yes])
AS_IF([test "$with_$1" != no], [
	AC_CHECK_HEADER([$3], [AC_CHECK_LIB([$4], [$5], [$2_LIBS=-l$4])])
	AS_IF([test -z "$$2_LIBS"], [FT_MISSING([$1], [$6], [$7])])
	AC_DEFINE([HAVE_$2], [1], [Is $1 to be used?])
])
AC_SUBST([$2_LIBS])
])

# FT_PROG(VARIABLE, PROGRAM, DEBIAN, FEDORA, [OTHERWISE])
# -------------------------------------------------------
# Where the program is missing, OTHERWISE may set the variable.
AC_DEFUN([FT_PROG], [
AC_ARG_VAR([$1], [the $2 program])
AC_PATH_PROG([$1], [$2])
m4_ifval([$5], [AS_IF([test -z "$$1"], [$5])])
AS_IF([test -z "$$1"], [FT_MISSING([$2], [$3], [$4])])
])

# FT_STATIC_PROGRAM
# -----------------
# Can all of it be in one file? Of these libraries the archives are needed, and
# libc's. ISA-L is left out: distributions have no archive of it; and libcurl,
# whose twenty libraries would make the file larger than all the rest.
AC_DEFUN([FT_STATIC_PROGRAM], [
AC_CHECK_TOOL([STRIP], [strip], [:])
AC_CHECK_TOOL([READELF], [readelf], [:])
ft_archives=
for ft_module in $ft_modules; do
	test $ft_module = libcurl || ft_archives="$ft_archives $ft_module"
done
STATIC_LIBS=`$PKG_CONFIG --static --libs $ft_archives 2>/dev/null`
STATIC_LIBS="$STATIC_LIBS $LIBIBERTY_LIBS $PTHREAD_LIBS"
STATIC_LDFLAGS=
ft_static=no
for ft_flag in -static-pie -static; do
	AC_MSG_CHECKING([whether $CC links all libraries with $ft_flag])
	ft_save_ldflags=$LDFLAGS
	ft_save_libs=$LIBS
	LDFLAGS="$LDFLAGS $ft_flag -Wl,--wrap=setlocale"
	LIBS="$STATIC_LIBS $LIBS"
	# musl-gcc does not know -static-pie, and links as ever.
	AC_LINK_IFELSE([AC_LANG_PROGRAM()],
		[ft_ok=no
		AS_IF([$READELF -l conftest$ac_exeext >conftest.out 2>/dev/null],
			[AS_IF([test -s conftest.out &&
				! grep INTERP conftest.out >/dev/null],
				[ft_ok=yes])])],
		[ft_ok=no])
	LDFLAGS=$ft_save_ldflags
	LIBS=$ft_save_libs
	AC_MSG_RESULT([$ft_ok])
	AS_IF([test $ft_ok = yes],
		[STATIC_LDFLAGS="$ft_flag -Wl,-z,relro,-z,now"
		ft_static=yes
		break])
done
# What opens programs packed with bzip2, which are none of ours, is left out.
ft_flag=-Wl,--defsym=__libdw_bunzip2=__libdw_gunzip
AC_MSG_CHECKING([whether libdw can do without bzip2])
ft_save_ldflags=$LDFLAGS
ft_save_libs=$LIBS
LDFLAGS="$LDFLAGS $STATIC_LDFLAGS $ft_flag"
LIBS="$STATIC_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_CALL([], [dwfl_begin])],
	[ft_ok=yes
	STATIC_LDFLAGS="$STATIC_LDFLAGS $ft_flag"], [ft_ok=no])
LDFLAGS=$ft_save_ldflags
LIBS=$ft_save_libs
AC_MSG_RESULT([$ft_ok])
FT_CFLAG_IF_OK([STATIC_CFLAGS], [-Os])
FT_CFLAG_IF_OK([STATIC_CFLAGS], [-ffunction-sections])
FT_CFLAG_IF_OK([STATIC_CFLAGS], [-fdata-sections])
FT_CFLAG_IF_OK([STATIC_CFLAGS], [-fno-asynchronous-unwind-tables])
FT_LINK_IF_OK([STATIC_CFLAGS], [], [STATIC_LDFLAGS],
	[-Wl,-z,pack-relative-relocs])
FT_LINK_IF_OK([STATIC_CFLAGS], [], [STATIC_LDFLAGS],
	[-Wl,-z,noseparate-code])
FT_LINK_IF_OK([STATIC_CFLAGS], [], [STATIC_LDFLAGS],
	[-Wl,-T,$srcdir/src/static.ld])
AC_SUBST([STATIC_LIBS])
AC_SUBST([STATIC_LDFLAGS])
AM_CONDITIONAL([HAVE_STATIC], [test $ft_static = yes &&
	test "$enable_sanitize" = no])
])

# FT_PTHREAD
# ----------
AC_DEFUN([FT_PTHREAD], [
ft_save_libs=$LIBS
LIBS=
AC_SEARCH_LIBS([pthread_create], [pthread], [PTHREAD_LIBS=$LIBS],
	[AC_MSG_ERROR([POSIX threads are needed])])
LIBS=$ft_save_libs
AC_SUBST([PTHREAD_LIBS])
])

# FT_TEST_PKG(PREFIX, MODULE, DEBIAN, FEDORA), FT_TEST_REPORT
# -----------------------------------------------------------
AC_DEFUN([FT_TEST_PKG], [
PKG_CHECK_MODULES([$1], [$2], [], [
	AC_MSG_RESULT([no])
	ft_test_debian="$ft_test_debian $3"
	ft_test_fedora="$ft_test_fedora $4"
])
])
AC_DEFUN([FT_TEST_REPORT], [
ft_save_libs=$LIBS
LIBS=
AC_SEARCH_LIBS([forkpty], [util], [FORKPTY_LIBS=$LIBS])
LIBS=$ft_save_libs
AC_SUBST([FORKPTY_LIBS])
AC_SUBST([TEST_MISSING_DEBIAN], [$ft_test_debian])
AC_SUBST([TEST_MISSING_FEDORA], [$ft_test_fedora])
AM_CONDITIONAL([HAVE_TEST_LIBS], [test -z "$ft_test_debian"])
AS_IF([test -n "$ft_test_debian"], [AC_MSG_WARN([make check will need
  Debian, Ubuntu:  apt-get install$ft_test_debian
  Fedora:          dnf install$ft_test_fedora])])
])

# FT_COMPLETION_DIR(SHELL, DEFAULT)
# ---------------------------------
# Where the shell looks, seen from the prefix, so that an installation without
# root writes nothing elsewhere.
AC_DEFUN([FT_COMPLETION_DIR], [
AC_ARG_WITH([$1-completion-dir], [AS_HELP_STRING([--with-$1-completion-dir=DIR],
	[where completions for $1 go [$2]])], [], [with_$1_completion_dir=$2])
AC_SUBST([$1completiondir], [$with_$1_completion_dir])
])
