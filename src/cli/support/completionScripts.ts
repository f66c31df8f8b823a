import { type Flag, withHelp } from './flagTable.ts';
import type { VerbTable } from './verbTable.ts';

interface CompletedVerb {
  readonly table: VerbTable;
  readonly summary: string;
}

/** For each shell, the script that completes the verbs, their flags and what these may be. */
export const completionScripts = { bash, zsh, fish, powershell } as const;

/** Where nothing is suggested, bash completes file names. It splits `--flag=value` into three words. */
function bash(verbs: readonly CompletedVerb[]): string {
  const values = verbs.flatMap(({ table }) =>
    withHelp(table.flags).flatMap(([flag, { type, values: known = [] }]) =>
      type === 'switch' ? [] : [`    "${table.name} --${flag}") words="${known.join(' ')}" ;;`],
    ),
  );
  const words = verbs.map(({ table }) => {
    const flags = withHelp(table.flags).map(([flag]) => `--${flag}`);
    return `    "${table.name} "*) words="${[...operandValues(table), ...flags].join(' ')}" ;;`;
  });
  const names = verbs.map(({ table }) => table.name);
  return `_switchboard() {
  local words cur="\${COMP_WORDS[COMP_CWORD]}" flag="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$cur" = = ]; then cur=; elif [ "$flag" = = ]; then flag="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "\${COMP_WORDS[1]} $flag" in
${[...values, ...words].join('\n')}
    "help "*) words="${names.join(' ')}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${[...names, 'help'].join(' ')} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _switchboard switchboard
`;
}

function operandValues({ operands = [], subcommands = {} }: VerbTable): readonly string[] {
  return [...operands.flatMap(({ values = [] }) => values), ...Object.keys(subcommands)];
}

/** A command is completed by its name and files, as well as a shell can. */
function takesFiles({ operands = [], subcommands = {}, takesCommand }: VerbTable): boolean {
  const named = [...operands.map(({ name }) => name), ...Object.values(subcommands).map((one) => one.operands)];
  return takesCommand === true || named.some((name) => name.startsWith('FILE'));
}

function zsh(verbs: readonly CompletedVerb[]): string {
  const commands = verbs.map(({ table, summary }) => `    ${single(`${table.name}:${summary}`)}`);
  const cases = verbs.map(({ table }) => {
    const flags = withHelp(table.flags).map(([name, flag]) => single(zshFlag(name, flag)));
    const values = operandValues(table);
    const operands = [
      ...(values.length > 0 ? [`1:argument:(${values.join(' ')})`] : []),
      ...(takesFiles(table) ? ['*:file:_files'] : []),
    ].map(single);
    return `    ${table.name}) _arguments ${[...flags, ...operands].join(' ')} ;;`;
  });
  return `#compdef switchboard
_switchboard() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then commands+=(help); _describe command commands; return; fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join('\n')}
    help) _describe command commands ;;
  esac
}
if [ "$funcstack[1]" = _switchboard ]; then _switchboard "$@"; else compdef _switchboard switchboard; fi
`;
}

function zshFlag(name: string, { type, value = 'VALUE', values, many, meaning }: Flag): string {
  const start = `${many ? '*' : ''}--${name}`;
  const about = `[${meaning.replace(/[[\]\\]/g, String.raw`\$&`)}]`;
  if (type === 'switch') return `${start}${about}`;
  return `${start}=${about}:${value}:${values ? `(${values.join(' ')})` : '_files'}`;
}

/** A verb is the first word: another one may be the name of a server, or a subcommand. */
const fishVerb = `function __switchboard_verb
  set -l words (commandline -opc)
  test (count $words) -gt 1; and contains -- $words[2] $argv
end
`;

function fish(verbs: readonly CompletedVerb[]): string {
  const first = "complete -c switchboard -f -n '__fish_use_subcommand'";
  const lines = verbs.flatMap(({ table, summary }) => {
    const start = `complete -c switchboard -n '__switchboard_verb ${table.name}'`;
    const values = operandValues(table);
    return [
      `${first} -a ${table.name} -d ${single(summary)}`,
      `complete -c switchboard -f -n '__switchboard_verb help' -a ${table.name} -d ${single(summary)}`,
      ...(values.length > 0 ? [`${start} -a ${single(values.join(' '))}`] : []),
      ...(takesFiles(table) ? [] : [`${start} -f`]),
      ...withHelp(table.flags).map(
        ([name, flag]) => `${start} -l ${name}${fishValue(flag)} -d ${single(flag.meaning)}`,
      ),
    ];
  });
  return `${fishVerb}${first} -a help\n${lines.join('\n')}\n`;
}

function fishValue({ type, values }: Flag): string {
  return type === 'switch' ? '' : values ? ` -x -a ${single(values.join(' '))}` : ' -r';
}

/** Words by command, and by command and flag; where there are none, PowerShell completes file names. */
function powershell(verbs: readonly CompletedVerb[]): string {
  const rows = verbs.flatMap(({ table }) => {
    const flags = withHelp(table.flags);
    const words = [...operandValues(table), ...flags.map(([flag]) => `--${flag}`)];
    const values = flags.filter(([, { type }]) => type !== 'switch');
    return [
      psRow(table.name, words),
      ...values.map(([flag, { values: known = [] }]) => psRow(`${table.name} --${flag}`, known)),
    ];
  });
  const names = verbs.map(({ table }) => table.name);
  return `$switchboardWords = @{
${[psRow('', [...names, 'help', '--help', '--version']), psRow('help', names), ...rows].join('\n')}
}
Register-ArgumentCompleter -Native -CommandName switchboard -ScriptBlock {
  param($word, $ast, $cursor)
  $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $key = if ($before.Count -lt 2) { '' } else { $before[1] }
  $flag = "$key $($before[-1])"
  if ($switchboardWords.ContainsKey($flag)) { $key = $flag }
  $switchboardWords[$key] | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function psRow(key: string, words: readonly string[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  return `  ${quote(key)} = @(${words.map(quote).join(', ')})`;
}

/** In single quotes, which every shell here takes as they are. */
function single(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
