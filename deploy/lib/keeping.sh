# shellcheck shell=bash
# What a person has changed in /etc/picket stays theirs when a package with other defaults comes.
# Sourced by what installs packages in deploy/.
# shellcheck disable=SC2034

# dpkg asks about a changed file that has changed in the package, too, and without a terminal
# stops half-way: the answer is to keep it, and to put the package's beside it.
keeping_files=(-o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold)

# A command for any shell that says so, where the package has been installed.
# shellcheck disable=SC2016
say_kept='for new in /etc/picket/*.dpkg-dist; do
  [ ! -e "$new" ] || echo "${new%.dpkg-dist}: yours is kept, as you changed it; the package has another: $new"
done'
