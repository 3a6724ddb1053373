# nix-build -E '(import <nixpkgs> {}).callPackage ./packaging/flametop.nix {}',
# after make dist
{ lib, stdenv, makeWrapper, pkg-config, protobufc, curl, elfutils, isa-l
, jansson, libiberty, ncurses, pcre2, zlib, zstd }:

stdenv.mkDerivation rec {
  pname = "flametop";
  version = "0.1.0";
  src = ../. + "/${pname}-${version}.tar.gz";

  nativeBuildInputs = [ makeWrapper pkg-config protobufc ];
  buildInputs =
    [ curl elfutils isa-l jansson libiberty ncurses pcre2 protobufc zlib zstd ];
  enableParallelBuilding = true;

  # libcurl is loaded when a profile comes from a server.
  postInstall = ''
    wrapProgram $out/bin/flametop \
      --prefix LD_LIBRARY_PATH : ${lib.makeLibraryPath [ curl ]}
  '';

  meta = {
    description = "Flame-graph explorer for the terminal";
    license = lib.licenses.gpl3Plus;
    platforms = lib.platforms.linux;
    mainProgram = "flametop";
  };
}
