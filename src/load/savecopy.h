/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of what was fetched, where pprof keeps them and called as it does. */
#ifndef FT_LOAD_SAVECOPY_H
#define FT_LOAD_SAVECOPY_H

#include "base/warnings.h"
#include "profile/profile.h"

/* In $PPROF_TMPDIR, $HOME/pprof or $TMPDIR, the first of them that can be made:
   pprof.FILE.TYPE.TYPE.001.pb.gz, for the user alone. Where, or why not, is a
   warning in pprof's words. */
void savecopy_write(const struct profile *p, struct warnings *warnings);

#endif
