import { l10n } from '../../../base/l10n.ts';
import { revealOnOneLine } from '../../../base/text/hiddenCharacters.ts';
import { type Risk, type RiskCode, caution, danger, note } from './risk.ts';

const shells = /^(?:(?:ba|z|da|k|fi|tc|c)?sh|cmd|powershell|pwsh)$/;
const inlineFlags: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^(?:-e|-p|--eval|--print)/],
  ['deno', /^eval$/],
  ['bun', /^(?:-e|--eval)/],
  ['python', /^-c/],
  ['perl', /^-[eE]/],
  ['ruby', /^-e/],
  ['php', /^-r/],
  ['osascript', /^-e/],
]);
const shellFlag = /^(?:-[a-z]*c|\/[ck]|-(?:command|e|en|enc|encodedcommand))$/i;

/** A shell, or program text among the arguments. */
export function shellRisks(program: string, args: readonly string[]): readonly Risk[] {
  return shells.test(program) ? shellItself(program, args) : inlineCode(program, args);
}

function shellItself(program: string, args: readonly string[]): readonly Risk[] {
  const at = flagIndex(args, shellFlag);
  if (at < 0)
    return [caution('shell', l10n.t('It starts a shell ({0}), which runs whatever its arguments say.', program))];
  if (/^-e/i.test(args[at] ?? '') && /powershell|pwsh/.test(program)) {
    return [
      danger('encoded-command', l10n.t('It runs an encoded PowerShell command that cannot be read.'), args[at + 1]),
    ];
  }
  const code = args.slice(at + 1).join(' ');
  // On Windows `cmd /c npx …` is how npm programs are started: what is run is plain to see.
  const plain = program === 'cmd' && /^(?:npx|node|uvx|uv|python|bunx|npm|pnpm|yarn|docker)\b[^&|<>^]*$/i.test(code);
  if (plain) return [note('shell', l10n.t('It is started through cmd, as npm programs are on Windows.'))];
  return [
    danger('shell', l10n.t('It runs commands in a shell ({0}): {1}', program, revealOnOneLine(code)), args[at + 1]),
  ];
}

function inlineCode(program: string, args: readonly string[]): readonly Risk[] {
  const flag = inlineFlags.get(program);
  const at = flag ? flagIndex(args, flag) : -1;
  if (at < 0) return [];
  const code = revealOnOneLine(args.slice(at).join(' '));
  return [
    danger(
      'inline-code',
      l10n.t('It runs code from its arguments ({0}): {1}', program, code),
      args[at + 1] ?? args[at],
    ),
  ];
}

/** Only before the first word that is no flag: in `python server.py -c x` the flag is the script's own. */
function flagIndex(args: readonly string[], flag: RegExp): number {
  for (const [at, arg] of args.entries()) {
    if (flag.test(arg)) return at;
    if (!/^[-/]/.test(arg) || arg === '-m') return -1;
  }
  return -1;
}

const lineRules: readonly (readonly [RiskCode, RegExp, () => string])[] = [
  [
    'pipe-to-shell',
    /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^|;]{0,500}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|iex|invoke-expression|python\d?|node|perl)\b/i,
    () => l10n.t('It downloads something and runs it immediately.'),
  ],
  [
    'pipe-to-shell',
    /\b(?:ba|z)?sh\b[^|;]{0,50}(?:<|\$)\(\s*(?:curl|wget)\b|\b(?:iex|invoke-expression)\b.{0,80}\b(?:iwr|irm|downloadstring|invoke-webrequest)\b/i,
    () => l10n.t('It downloads something and runs it immediately.'),
  ],
  ['elevated', /(?:^|[\s;&|])(?:sudo|doas|pkexec|runas)(?:\s|$)/i, () => l10n.t('It asks for administrator rights.')],
  [
    'deletes',
    /\brm\s+(?:-\S+\s+){0,5}-\w*(?:rf|fr)|\brm\s+-\w*r\w*\s+-\w*f|\brm\s+--recursive|\bmkfs\b|\bdd\b.{0,200}\bof=\/dev\/|\bdel\s+\/[sq]|\bremove-item\b.{0,200}-recurse|\bformat\s+[a-z]:/i,
    () => l10n.t('It deletes files, whole folders or a disk.'),
  ],
];

/** What is anywhere on the command line, even inside a text that a shell gets. */
export function commandLineRisks(line: string): readonly Risk[] {
  return lineRules.filter(([, pattern]) => pattern.test(line)).map(([code, , message]) => danger(code, message()));
}
