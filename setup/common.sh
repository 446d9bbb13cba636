# Shared by ./ricochet and ./test: the package lists, their installation, the build.
# Sourced, never run. Expects `root` (the source tree) and `me` (the caller's name).

# Debian 12 packages of the program. gnuplot is used at run time, for figures.
program_packages=(
  g++ cmake ninja-build
  libeigen3-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libfmt-dev libboost-dev
  libnlopt-dev libhdf5-dev libtbb-dev
  gnuplot-nox
)
# What ./test needs on top, and what ./test --full needs on top of that.
test_packages=(libgtest-dev librapidcheck-dev clang-format-14 ccache pkg-config
  python3-h5py libopenmpi-dev openmpi-bin nodejs npm chromium fonts-dejavu-core)
full_test_packages=(clang libclang-rt-14-dev clang-tidy-14 libbenchmark-dev)

say() { printf '%s: %s\n' "$me" "$*" >&2; }

# Of the packages named, print those not installed.
missing_packages() {
  local package have
  have=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    # Debian's kinds of gnuplot exclude each other, and Node.js may come from elsewhere: any will do.
    case $package in
      gnuplot-nox) if command -v gnuplot >/dev/null; then continue; fi ;;
      nodejs | npm) if command -v npm >/dev/null; then continue; fi ;;
    esac
    grep -qxF "installed $package" <<<"$have" || printf '%s\n' "$package"
  done
}

# install_packages WHY PACKAGE...: install what is missing, with its talk on stderr.
# Where that cannot be done, print the one line to run and end with 2.
install_packages() {
  local why=$1 missing=() as_root=()
  shift
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "this is not Debian: taking for granted that these, or their like, are installed: $*"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  local line="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
  say "these packages are missing, needed $why: ${missing[*]}"
  if ((EUID != 0)); then
    # Only ask for a password where someone can answer.
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; then
      as_root=(sudo)
    else
      say "no rights to install them; run this as root, then try again:"
      printf '  %s\n' "$line" >&2
      exit 2
    fi
  fi
  say "installing them with apt-get"
  # Wait for another apt (a fresh machine often updates itself) instead of failing.
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -q -o DPkg::Lock::Timeout=300)
  # Without fresh lists (no network) the packages may still be at hand: go on and see.
  "${apt[@]}" update >&2 </dev/null || say "apt-get update failed; trying all the same"
  if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2 </dev/null; then
    say "installing failed; run this as root, then try again:"
    printf '  %s\n' "$line" >&2
    exit 2
  fi
}

# set_up STAMP WHY PACKAGE...: the same, but once. The stamp holds the list of packages,
# so that a longer list is noticed, and lies in build/, so that a fresh build asks again.
set_up() {
  local stamp=$root/build/$1 why=$2 list known=
  shift 2
  list=$*
  if [[ -f $stamp ]]; then known=$(<"$stamp"); fi
  [[ $known == "$list" ]] && return 0
  install_packages "$why" "$@"
  mkdir -p "$root/build"
  printf '%s\n' "$list" >"$stamp"
}

# moved DIRECTORY: was this build directory made for another place of the source tree?
moved() {
  [[ -f $root/$1/CMakeCache.txt ]] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/$1/CMakeCache.txt"
}

# configure PRESET DIRECTORY [-D...]: run CMake; afresh when the tree has been moved or
# copied, which CMake refuses otherwise.
configure() {
  local preset=$1 directory=$2 fresh=()
  shift 2
  if moved "$directory"; then fresh=(--fresh); fi
  (cd "$root" && cmake --preset "$preset" "${fresh[@]}" "$@")
}

# locked COMMAND...: one at a time in build/, where ./ricochet and ./test may meet.
locked() {
  mkdir -p "$root/build"
  (
    if ! flock -n 9; then
      say "waiting for another build in build/"
      flock 9
    fi
    "$@" 9>&-
  ) 9>"$root/build/.lock"
}
