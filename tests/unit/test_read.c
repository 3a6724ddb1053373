/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The format chosen for some bytes, and the error if none fits. */
#include "prelude.h"

#include "read/readers.h"

#include "testing.h"

#include "base/compiler.h"

/* The smallest profile with a type and strings. */
#define TINY "\x0a\x04\x08\x01\x10\x02\x32\x00\x32\x01n\x32\x01u"

static struct profile *
read_as(struct str bytes, const char *name, const char *format, struct err *err)
{
	const struct read_spec spec = {
		.bytes = bytes, .name = str_c(name), .format = str_c(format)
	};

	*err = (struct err)ERR_INIT;
	return read_profile(&spec, NULL, NULL, err);
}

static void
reads(struct str bytes, const char *type)
{
	struct err err;
	struct profile *p = read_as(bytes, "x", "", &err);

	assert_string_equal(err.msg, "");
	assert_non_null(p);
	assert_true(str_is(profile_str(p, p->types.type[0]), type));
	profile_unref(p);
}

/* The names of all formats, each after a comma. */
#define COMMA(name) ", " #name
static const char all_names[] = READERS(COMMA);
#define TRIED "; flametop --help=all lists the formats"

static void
says(struct str bytes, const char *name, const char *msg)
{
	struct err err;

	assert_null(read_as(bytes, name, "", &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_string_equal(err.msg, msg);
}

TEST(formats_are_known_by_their_content)
{
	reads(STR(TINY), "n");
	reads(STR("main;f 1\n"), "samples");
	/* text that begins like the field of a profile */
	reads(STR("\nmain;f 1\n"), "samples");
	reads(STR("j;k 1\n"), "samples");
	reads(STR("2;x 1\n"), "samples");
	reads(STR("[unknown];f 1\n[kernel] 2\n"), "samples");
	reads(STR("{main};f 1\n"), "samples");
	reads(STR("app 12 3.4:  1 cycles:\n\t 55d1 main+0x1 (/app)\n\n"),
		"samples");
}

TEST(a_format_can_be_named)
{
	struct err err;
	struct profile *p = read_as(STR("# 1\n"), "x", "folded", &err);

	assert_non_null(p);
	profile_unref(p);
	assert_null(read_as(STR("f 1\n"), "x", "pprof", &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_null(read_as(STR("f 1\n"), "x", "svg", &err));
	assert_int_equal(err.code, ERR_USAGE);
	assert_true(str_starts(str_c(err.msg),
		STR("unknown format \"svg\"; expected one of ")));
	assert_true(str_ends(str_c(err.msg), str_c(all_names + 2)));
}

TEST(nothing_is_an_empty_file)
{
	says(STR(""), "x", "empty input file");
}

TEST(a_damaged_profile_is_still_a_profile)
{
	says(STR("\x0a\x04\x08"), "x",
		"malformed profile: a field reaches beyond the end (byte 2)");
	says(STR(TINY "\x32\x7f"), "x",
		"malformed profile: a field reaches beyond the end (byte 16)");
}

TEST(what_is_no_profile_is_described)
{
	says(STR("\x7f"
		 "ELF\2\1\1\0"),
		"core.1",
		"not a profile: starts with 7f 45 4c 46 (ELF file) at byte "
		"0; this is a program or a core dump, not a profile" TRIED);
	says(STR("\x8b\x01\x02"), "x",
		"not a profile: starts with 8b 01 02 at byte 0" TRIED);
	says(STR("404 page not found\n"), "x",
		"not a profile: starts with 34 30 34 20 (\"404 page not "
		"found\") at byte 0" TRIED);
}

TEST(the_nearest_format_is_named)
{
	says(STR("12\n13\n"), "x",
		"not a profile: starts with 31 32 0a 31 at byte 0; nearest to "
		"folded stacks (numbers without stacks)" TRIED);
	says(STR("a;b 1\na;c 2\na;d\n"), "x",
		"not a profile: starts with 61 3b 62 20 (\"a;b 1\") at byte "
		"0; nearest to folded stacks (line 3: no number at its "
		"end)" TRIED);
}

TEST(each_row_has_the_name_by_which_it_is_asked_for)
{
	static const char *const names[] = {
#define ROW(name) #name,
		READERS(ROW)
#undef ROW
	};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		assert_string_equal(reader_at(i)->name, names[i]);
		assert_true(reader_at(i)->title[0] != '\0');
	}
	assert_null(reader_at(COUNT_OF(names)));
}

static void
takes(const char *text, const char *format)
{
	size_t n = 0;

	for (size_t i = 0; reader_at(i) != NULL; i++) {
		const struct reader *r = reader_at(i);
		struct strbuf why = STRBUF_INIT;
		int near = reader_sniff(
			r, str_c(text), jfamily_of(str_c(text)), &why);

		strbuf_free(&why);
		if (near < SNIFF_DAMAGED)
			continue;
		n++;
		assert_string_equal(r->name, format);
	}
	assert_int_equal(n, 1);
}

/* As an editor or a terminal leaves them. */
TEST(blank_lines_may_come_first)
{
	struct strbuf why = STRBUF_INIT;

	assert_int_equal(reader_sniff(&reader_austin,
				 STR("\n\n# austin: 3.7.0\n"), JF_NONE, &why),
		SNIFF_YES);
	takes("\r\n  \ndesc: x\ncmd: y\ntime_unit: i\n", "massif");
	takes("\nAnalysis of sampling a (pid 1) every 1 millisecond\n\n"
	      "Call graph:\n",
		"macsample");
	takes("\n\n\nmain;a 3\n", "folded");
	strbuf_free(&why);
}

TEST(json_is_told_apart_by_its_outermost_names)
{
	takes("{\"$schema\":\"https://www.speedscope.app/file-format-schema."
	      "json\"}",
		"speedscope");
	takes("\xef\xbb\xbf {\"profiles\":[],\"shared\":{", "speedscope");
	takes("{\"nodes\":[],\"startTime\":1}", "cpuprofile");
	takes("{\"samples\":[],\"nodes\":[]}", "cpuprofile");
	takes("{\"head\":{\"functionName\":\"\",\"hitCount\":1}}",
		"cpuprofile");
	takes("{\"head\":{\"callFrame\":{\"hitCount\":1},\"selfSize\":1}}",
		"heapprofile");
	takes("{\"otherData\":{},\"traceEvents\":[", "trace");
	takes("[\n{\"pid\":1,\"ph\":\"X\"", "trace");
	/* names deeper inside and in texts do not count */
	takes("{\"x\":{\"nodes\":1},\"y\":\"\\\"nodes\\\":\",\"startTime\":1,"
	      "\"z\":[\"samples\",{\"samples\":[]}],\"nodes\":[]}",
		"cpuprofile");
}

TEST(packed_files_name_the_program_that_unpacks)
{
	struct err err;

	assert_null(
		read_as(STR("\x28\xb5\x2f\xfd..."), "my file.zst", "", &err));
	assert_non_null(strstr(err.msg, "28 b5 2f fd (zstd data) at byte 0"));
	assert_non_null(
		strstr(err.msg, "; run: zstd -dc 'my file.zst' | flametop -"));
	assert_null(read_as(STR("\xfd"
				"7zXZ\0..."),
		"-", "", &err));
	assert_non_null(strstr(err.msg, "; run: ... | xz -dc | flametop -"));
	assert_null(read_as(STR("BZh91AY&SY..."), "a.bz2", "", &err));
	assert_non_null(strstr(err.msg, "; run: bzip2 -dc a.bz2 | flametop -"));
}

static void
is_called(struct str bytes, const char *what)
{
	struct err err;

	assert_null(read_as(bytes, "x", "", &err));
	if (strstr(err.msg, what) == NULL)
		fail_msg("\"%s\" is not in \"%s\"", what, err.msg);
}

/* A file on disk did not come from a server. */
TEST(pages_come_from_servers_or_not)
{
	static const char page[] = "<!DOCTYPE html>\n<html><body>\n";
	struct err err;

	is_called(STR("<!DOCTYPE html>\n<html><script>\nconst cpool=['all'];"),
		"(web page with a flame graph) at byte 0; convert it with "
		"jfrconv, or record with -o collapsed (async-profiler)");
	is_called(str_c(page), "open the data it was made from");
	assert_null(read_as(str_c(page), "x", "", &err));
	assert_null(strstr(err.msg, "server"));
	assert_null(read_as(str_c(page), "http://host:80/x", "", &err));
	assert_non_null(strstr(err.msg, "the server sent a page"));
}

TEST(texts_of_other_tools_are_called_by_their_names)
{
	is_called(STR("# To display the perf.data header info, please use "
		      "--header\n#\n# Samples: 1  of event 'cycles'\n#\n"
		      "# Overhead  Command  Symbol\n#\n"
		      "   100.00%  app      [.] f 7\n"),
		"(the text of perf report) at byte 0; give perf.data, or the "
		"text of perf script");
	is_called(STR("\n Performance counter stats for './x':\n\n"
		      "   12 cycles:u\n"),
		"(the text of perf stat)");
	is_called(STR("Flat profile:\n\n  %   cumulative   self\n"),
		"(a profile of gprof)");
	is_called(STR("{\"snapshot\":{\"meta\":{}},\"nodes\":[1],"
		      "\"edges\":[],\"samples\":[]}"),
		"a heap snapshot of V8 (what is alive, without stacks)) at "
		"byte 0; record with node --heap-prof, or \"Allocation "
		"sampling\" in DevTools");
}

TEST(other_formats_are_called_by_their_names)
{
	is_called(STR("\x89PNG\r\n\x1a\n"), "(PNG image)");
	is_called(STR("%PDF-1.7\n"), "(PDF document)");
	is_called(STR("PK\x03\x04..."), "(zip archive)");
	is_called(STR(" <!DOCTYPE html>\n"), "(HTML page)");
	is_called(STR("{\"flamebearer\":{}}"), "(Pyroscope JSON)");
	is_called(STR("\x04\x08{\x10"),
		"run: stackprof --stackcollapse x | flametop -");
	is_called(STR("{\"session\":1,\"start_time\":1,\"root_frame\":{}}"),
		"(pyinstrument JSON) at byte 0; run: pyinstrument -r "
		"speedscope");
	is_called(STR("\x04\x22\x4d\x18\x44\x40\x5e"
		      "1234memray"),
		"run: memray transform speedscope x");
	is_called(STR("\x04\x22\x4d\x18\x44\x40\x5e"), "(lz4 data)");
	is_called(STR("Nettrace\x14\0\0\0"), "dotnet-trace convert");
	is_called(STR("\x0a\x08\x40\x90\x4e\x50\x01\x1a\x01"
		      "a"),
		"(Perfetto trace)");
	is_called(STR("\n\nPerhaps P@H words, and others\n"),
		"starts with 0a 0a 50 65 at");
	is_called(STR("\x17\x08\x44"
		      "tracing"),
		"trace-cmd report x");
	is_called(STR("\xdc\xdf\x4a\x53\x4c\x42"), "save it as JSON");
	is_called(STR("--- Execution profile ---\nTotal samples : 9\n"),
		"-o collapsed");
	is_called(STR("{\"code\":[],\"functions\":[],\"ticks\":[]}"),
		"(preprocessed V8 log, JSON)");
	is_called(STR("{\"a\":1}"), "(JSON)");
	is_called(STR("[1, 2]\n"), "(JSON)");
	is_called(STR("{\"header\":{},\"javascriptStack\":{}}"),
		"(Node diagnostic report)");
	is_called(
		STR("{\"log\":\"goroutine 1 [running]:\"}\n"), "jq -r .log x");
	is_called(STR("go 1.25 trace\0\0\0"), "(Go execution trace)");
	is_called(STR("\x1f\x8b..."), "compressed more than twice");
}

TEST(profiles_that_others_convert_name_the_converter)
{
	is_called(STR("PK\x03\x04\x0a................run.trace/"),
		"(a packed trace of Instruments) at byte 0; unpack it, and "
		"run: xctrace export");
	is_called(STR("bplist00\xd4"), "run: xctrace export");
	is_called(STR("<?xml version=\"1.0\"?>\n<trace-toc>\n<run "),
		"(a list of tables by xctrace) at byte 0; run: xctrace export "
		"--xpath '/trace-toc/run[1]/data/"
		"table[@schema=\"time-profile\"]', with the .trace folder");
	is_called(STR("Function Stack,CPU Time:Self,Module\nmain,1,a\n"),
		"(table of VTune) at byte 0; run: inferno-collapse-vtune x | "
		"flametop -");
	is_called(STR("\xef\xbb\xbfLevel,Function Name,Inclusive Samples\n"),
		"(table of Visual Studio) at byte 0; run: "
		"inferno-collapse-vsprof x | flametop -");
	is_called(STR("@ CPU_CLK_UNHALTED [4 samples]\n\n25.00%  [1]  f @ a\n"),
		"(the text of pmcstat) at byte 0; run: stackcollapse-pmc.pl x "
		"| flametop -");
	is_called(STR("\x5e\x97\xca\xfd\1\1"), "(capture of sysprof)");
	is_called(
		STR("*version\n3\nclock=dual\n"), "(method trace of Android)");
	is_called(STR("v8-version,10,2,154,4,-node.8,0\ntick,1,2,3\n"),
		"(V8 log of --prof) at byte 0; run node with --cpu-prof");
	is_called(STR("Statistical profiling result from x-v8.log, (9 ticks"),
		"(the text of node --prof-process)");
	is_called(STR("{\"version\":1,\"recording\":{},\"overview\":{}}"),
		"(timeline of Safari, JSON) at byte 0; open it in speedscope");
	is_called(STR("gmon\1\0\0\0"), "(a profile of gprof)");
	is_called(STR("\t\t     Call graph\n\ngranularity: each sample hit "
		      "covers "
		      "4 byte(s)\n"),
		"(a profile of gprof)");
}

/* As PowerShell writes what a program prints. */
TEST(wide_text_names_the_program_that_makes_it_narrow)
{
	is_called(STR("\xff\xfe"
		      "a\0;\0b\0 \0001\0\n\0"),
		"(UTF-16 text) at byte 0; run: iconv -f UTF-16 -t UTF-8 x | "
		"flametop -");
	is_called(STR("\xfe\xff\0a\0 \0001"), "(UTF-16 text)");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
