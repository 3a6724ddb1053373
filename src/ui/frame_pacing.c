/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/frame_pacing.h"

void
pace_key(struct pace *p)
{
	p->keys = true;
}

bool
pace_drawn(struct pace *p, int64_t now)
{
	if (!p->can_ask || p->asked || !p->keys)
		return false;
	p->asked = true;
	p->keys = false;
	p->since = now;
	return true;
}

void
pace_answered(struct pace *p, int64_t now)
{
	if (p->asked && now - p->since >= PACE_SLOW)
		p->slow++;
	else if (p->asked && now - p->since < PACE_QUICK)
		p->slow = 0;
	p->asked = false;
	p->trusted = true;
	p->misses = 0;
}

bool
pace_is_slow(const struct pace *p)
{
	return p->slow >= PACE_SLOWS;
}

int
pace_wait(struct pace *p, int64_t now)
{
	int64_t left;

	if (!p->asked)
		return 0;
	left = p->since + (p->trusted ? PACE_TRUST : PACE_DOUBT) - now;
	if (left > 0)
		return (int)left;
	/* The answer is overdue: allow one frame, then wait again. */
	if (p->trusted) {
		p->since = now;
		p->trusted = ++p->misses < PACE_MISSES;
	}
	return 0;
}
