# shellcheck shell=bash
# The command line of a script, whose usage is the comment that it begins with. Sourced by scripts
# in board/, deploy/ and Tests/Rigs, which set root before that. It brings the packages with it.
#
#   known_options=([--deb]='value package' [--dry-run]='flag is_dry')
#   read_options "$@"
#
#   value VARIABLE             for --option VALUE and --option=VALUE
#   flag VARIABLE              true when the option is there
#   list VARIABLE              an array of the values of an option that may be repeated
#   pair VARIABLE              an array of the two values of an option
#   optional VARIABLE DEFAULT  for --option=VALUE, and DEFAULT for --option

# The script's path in the project, and its name in messages, unless that is set already: that of its
# folder for Tests/Rigs/NAME/run.
script=$(readlink -f -- "$0")
script=${script#"$root/"}
script_name=${script_name:-$(basename -- "${script%/run}")}

# shellcheck source=board/lib/requirements.sh
source "$root/board/lib/requirements.sh"

declare -A known_options=()
# The arguments that are not options, and those after --.
operands=()
rest=()
# Whether all arguments after the first operand go to rest, as for a command.
operand_ends_options=false

# The comment that the script begins with.
leading_comment() {
  sed -n '2,${/^#/!q;s/^# \{0,1\}//;p}' "$0"
}

# Prints the help of the script, which may replace this function to print more.
usage() {
  leading_comment
}

# misused MESSAGE: ends the script for wrong usage.
misused() {
  echo "$script_name: $* ($script --help)" >&2
  exit 2
}

# fail STATUS MESSAGE: ends the script.
fail() {
  local status=$1
  shift
  echo "$script_name: $*" >&2
  exit "$status"
}

# read_options ARGUMENT...: sets the variables of known_options, and operands and rest.
read_options() {
  local option kind variable default value has_value
  while (($#)); do
    option=$1
    shift
    case $option in
      -h | --help)
        usage
        exit 0
        ;;
      --)
        rest=("$@")
        return
        ;;
      -?*) ;;
      *)
        operands+=("$option")
        if $operand_ends_options; then
          rest=("$@")
          return
        fi
        continue
        ;;
    esac
    has_value=false
    if [[ $option == --*=* ]]; then
      value=${option#*=}
      option=${option%%=*}
      has_value=true
    fi
    [[ -n ${known_options[$option]:-} ]] || misused "there is no option $option"
    read -r kind variable default <<<"${known_options[$option]}"
    case $kind in
      flag)
        ! $has_value || misused "$option has no value"
        printf -v "$variable" true
        continue
        ;;
      optional)
        $has_value || value=$default
        printf -v "$variable" %s "$value"
        continue
        ;;
      pair)
        if $has_value || (($# < 2)); then misused "$option needs two values"; fi
        set_list "$variable" "$1" "$2"
        shift 2
        continue
        ;;
    esac
    if ! $has_value; then
      (($#)) || misused "$option needs a value"
      value=$1
      shift
    fi
    [[ -n $value ]] || misused "$option needs a value"
    case $kind in
      list) add_to_list "$variable" "$value" ;;
      value) printf -v "$variable" %s "$value" ;;
    esac
  done
}

# set_list VARIABLE VALUE..., add_to_list VARIABLE VALUE
set_list() {
  # shellcheck disable=SC2178
  local -n list=$1
  shift
  list=("$@")
}
add_to_list() {
  # shellcheck disable=SC2178
  local -n list=$1
  list+=("$2")
}

# refuse_operands: for a script that has none.
refuse_operands() {
  ((${#operands[@]} == 0)) || misused "there is no option ${operands[0]}"
}
