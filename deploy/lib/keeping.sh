# shellcheck shell=bash
# A person's changes in /etc/picket stay when a package with other defaults comes.
# Sourced by scripts that install packages in deploy/.
# shellcheck disable=SC2034

# dpkg asks about a changed file that has changed in the package, too, and without a terminal
# stops half-way: these options keep it, and put the package's next to it.
keeping_files=(-o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold)

# A command for any shell that prints that, where the package has been installed.
# shellcheck disable=SC2016
print_kept='for new in /etc/picket/*.dpkg-dist; do
  [ ! -e "$new" ] || echo "${new%.dpkg-dist}: yours is kept, as you changed it; the package has another: $new"
done'
