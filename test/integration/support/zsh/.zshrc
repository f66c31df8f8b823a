# For completeInZsh.zsh: what would be offered is printed, one <word> a line, and the shell ends after it.
autoload -Uz compinit
compinit -u -D
source script.zsh
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local one; local -a found; builtin compadd -A found "$@"
  for one in $found; do print -r -- "<$one>"; done
  builtin compadd "$@"
}
end-here() { print '<<end>>'; exit }
comppostfuncs=(end-here)
PS1='<<ready>>'
