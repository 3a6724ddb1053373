# SPDX-License-Identifier: GPL-3.0-or-later
#
# Homebrew has no libiberty, whose C++ names are more readable, and libdw only
# where programs are ELF.
class Flametop < Formula
  desc "Flame-graph explorer for the terminal"
  homepage "https://flametop.example/"
  url "https://flametop.example/flametop-0.1.0.tar.gz"
  # `brew fetch --build-from-source` says what this is of a release
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "GPL-3.0-or-later"
  # brew install --HEAD works before there is a release
  head "https://flametop.example/flametop.git", branch: "main" do
    depends_on "autoconf" => :build
    depends_on "automake" => :build
  end

  depends_on "pkgconf" => :build
  depends_on "jansson"
  depends_on "ncurses"
  depends_on "pcre2"
  depends_on "protobuf-c"
  depends_on "zstd"

  # libcurl is loaded by its name, which finds the system's only
  uses_from_macos "curl"
  uses_from_macos "zlib"

  on_linux do
    depends_on "elfutils"
  end

  def install
    args = %w[--without-libiberty]
    args << "--without-libdw" if OS.mac?
    system "autoreconf", "-fi" if build.head?
    system "./configure", *args, *std_configure_args
    system "make"
    system "make", "install"
  end

  test do
    (testpath/"cpu.folded").write "main;work 3\nmain 1\n"
    assert_match "work", shell_output("#{bin}/flametop -top #{testpath}/cpu.folded")
  end
end
