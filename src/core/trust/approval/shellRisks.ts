import { revealOnOneLine } from '../../config/text/hiddenCharacters.ts';
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
  if (at < 0) return [caution('shell', `It starts a shell (${program}), which runs whatever its arguments say.`)];
  if (/^-e/i.test(args[at] ?? '') && /powershell|pwsh/.test(program)) {
    return [danger('encoded-command', 'It runs a PowerShell command in a coded form that cannot be read.')];
  }
  const code = args.slice(at + 1).join(' ');
  // On Windows `cmd /c npx …` is how npm programs are started: what is run is plain to see.
  const plain = program === 'cmd' && /^(?:npx|node|uvx|uv|python|bunx|npm|pnpm|yarn|docker)\b[^&|<>^]*$/i.test(code);
  if (plain) return [note('shell', 'It is started through cmd, as npm programs are on Windows.')];
  return [danger('shell', `It runs commands in a shell (${program}): ${revealOnOneLine(code)}`)];
}

function inlineCode(program: string, args: readonly string[]): readonly Risk[] {
  const flag = inlineFlags.get(program);
  const at = flag ? flagIndex(args, flag) : -1;
  if (at < 0) return [];
  const code = revealOnOneLine(args.slice(at).join(' '));
  return [danger('inline-code', `It runs program text from its arguments (${program}): ${code}`)];
}

/** Only before the first word that is no flag: in `python server.py -c x` the flag is the script's own. */
function flagIndex(args: readonly string[], flag: RegExp): number {
  for (const [at, arg] of args.entries()) {
    if (flag.test(arg)) return at;
    if (!/^[-/]/.test(arg) || arg === '-m') return -1;
  }
  return -1;
}

const lineRules: readonly (readonly [RiskCode, RegExp, string])[] = [
  [
    'pipe-to-shell',
    /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^|;]{0,500}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|iex|invoke-expression|python\d?|node|perl)\b/i,
    'It downloads something and runs it at once.',
  ],
  [
    'pipe-to-shell',
    /\b(?:ba|z)?sh\b[^|;]{0,50}(?:<|\$)\(\s*(?:curl|wget)\b|\b(?:iex|invoke-expression)\b.{0,80}\b(?:iwr|irm|downloadstring|invoke-webrequest)\b/i,
    'It downloads something and runs it at once.',
  ],
  ['elevated', /(?:^|[\s;&|])(?:sudo|doas|pkexec|runas)(?:\s|$)/i, 'It asks for the rights of an administrator.'],
  [
    'deletes',
    /\brm\s+(?:-\S+\s+){0,5}-\w*(?:rf|fr)|\brm\s+-\w*r\w*\s+-\w*f|\brm\s+--recursive|\bmkfs\b|\bdd\b.{0,200}\bof=\/dev\/|\bdel\s+\/[sq]|\bremove-item\b.{0,200}-recurse|\bformat\s+[a-z]:/i,
    'It deletes files, whole folders or a disk.',
  ],
];

/** What stands anywhere on the command line, even inside a text that a shell gets. */
export function commandLineRisks(line: string): readonly Risk[] {
  return lineRules.filter(([, pattern]) => pattern.test(line)).map(([code, , message]) => danger(code, message));
}
