# Prints what zsh completes for $LINE: an interactive zsh behind a pseudo-terminal gets the line and a tab.
zmodload zsh/zpty
zpty shell "ZDOTDIR=${(q)0:A:h}/zsh zsh -d -i"
# The prompt comes when the shell reads keys; a tab that comes before that is lost.
zpty -r shell text '*<<ready>>*'
zpty -w -n shell "$LINE"$'\t'
while zpty -r shell text; do
  [[ $text == *'<<end>>'* ]] && break
  [[ $text =~ '<([^<>]+)>' ]] && print -r -- $match[1]
done
zpty -d shell
