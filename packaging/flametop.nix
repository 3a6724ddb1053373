# nix-build -E '(import <nixpkgs> {}).callPackage ./packaging/flametop.nix {}',
# after make dist
{ lib, stdenv, pkg-config, protobufc, elfutils, isa-l, jansson, libiberty
, ncurses, pcre2, zlib, zstd }:

stdenv.mkDerivation rec {
  pname = "flametop";
  version = "0.1.0";
  src = ../. + "/${pname}-${version}.tar.gz";

  nativeBuildInputs = [ pkg-config protobufc ];
  buildInputs =
    [ elfutils isa-l jansson libiberty ncurses pcre2 protobufc zlib zstd ];
  enableParallelBuilding = true;

  meta = {
    description = "Flame-graph explorer for the terminal";
    license = lib.licenses.gpl3Plus;
    platforms = lib.platforms.linux;
    mainProgram = "flametop";
  };
}
