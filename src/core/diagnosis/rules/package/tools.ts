import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { namedCommand } from '../../cures/namedCommand.ts';
import { namedOption } from '../../cures/namedOption.ts';
import { trustMore } from '../../cures/environment.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { letFetch } from './offline.ts';
import { openSource, runInTerminal } from '../../model/remedies.ts';
import { lineAt, rule } from '../../model/rule.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';

interface Tool {
  readonly name: string;
  /** The first group is what it says. */
  readonly says: readonly RegExp[];
  /** What makes it start from nothing. */
  readonly anew?: readonly string[];
}

const tools: readonly Tool[] = [
  {
    name: 'npm',
    says: [
      /npm (?:ERR!|error) code (?!\d)(\w{3,40}\nnpm (?:ERR!|error) (?!errno|syscall|path|code)[^\n]{3,200})/,
      /npm (?:ERR!|error) code (?!\d)(\w{3,40}[^]{0,300}?npm (?:ERR!|error) (?!errno|syscall|path|code|A complete)[^\n]{8,200})/,
    ],
  },
  { name: 'pnpm', says: [/\bERR_PNPM_(\w{3,60}\s+[^\n]{3,200})/], anew: ['pnpm', 'install'] },
  { name: 'yarn', says: [/\b(YN\d{4}: [^\n]{3,200})/], anew: ['yarn', 'install'] },
  { name: 'uv', says: [/(?:^|\n)(?:error: |\s*× )([^\n]{3,200})/], anew: ['uv', 'cache', 'clean'] },
  { name: 'deno', says: [/(?:^|\n)error: ([^\n]{3,200})/], anew: ['deno', 'clean'] },
  { name: 'bun', says: [/(?:^|\n)error: ([^\n]{3,200})/], anew: ['bun', 'install'] },
  { name: 'go', says: [/(?:^|\n)go: ([^\n]{3,200})/], anew: ['go', 'clean', '-modcache'] },
  { name: 'cargo', says: [/(?:^|\n)error: ([^\n]{3,200})/], anew: ['cargo', 'clean'] },
  { name: 'docker', says: [/docker: (?:Error response from daemon: )?([^\n]{3,200})/] },
  { name: 'podman', says: [/(?:^|\n)Error: ([^\n]{3,200})/] },
  {
    name: 'mvn',
    says: [
      /\[(?:ERROR|FATAL)\] (?!\[|Some problems|The build could not|The project |Failed to execute goal|BUILD)([^\n]{3,200})/,
      /\[ERROR\] ([^\n]{3,200})/,
    ],
  },
  { name: 'dotnet', says: [/\berror \w{2,6}\d{4}: ([^\n]{3,200})/], anew: ['dotnet', 'restore'] },
  { name: 'nix', says: [/(?:^|\n)error: ([^\n]{3,200})/] },
  { name: 'poetry', says: [/(?:^|\n)\s*(\w{3,40}Error\s+[^\n]{3,200})/], anew: ['poetry', 'install'] },
  { name: 'pipx', says: [/(?:^|\n)([^\n]{3,200}(?:failed|error)[^\n]{0,100})/i] },
];
const runs: Readonly<Record<string, string>> = {
  npx: 'npm',
  uvx: 'uv',
  bunx: 'bun',
  pnpx: 'pnpm',
  dnx: 'dotnet',
  gradlew: 'gradle',
};

/** What a tool that starts servers says, where nothing else is known of it. */
export const toolFailed = rule('package/tool', (evidence) => {
  const tool = tools.find(({ name }) => name === toolOf(evidence));
  if (!tool || evidence.end?.code === 0 || (tool.name === 'cargo' && evidence.end?.code !== 101)) return undefined;
  const output = outputOf(evidence);
  const match = tool.says.map((pattern) => pattern.exec(output)).find((found) => found !== null);
  if (!match) return undefined;
  const message = (match[1] ?? '').replaceAll(/\n?npm (?:ERR!|error)\s*/g, ' ').trim();
  return {
    cause: l10n.t('{0} could not start the server: {1}', tool.name, message),
    remedies: [...remediesOf(tool, message, evidence)],
    proof: lineAt(output, match.index + match[0].length - 1),
    isCertain: false,
  };
});

function toolOf(evidence: Evidence): string {
  const program =
    (stdioOf(evidence)?.command ?? '')
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.(?:cmd|exe|bat)$/i, '') ?? '';
  return runs[program] ?? program;
}

function remediesOf({ name, anew }: Tool, message: string, evidence: Evidence): readonly Remedy[] {
  if (/certificate/i.test(message)) return trustMore(evidence, 'registry');
  if (/only-if-cached|ENOTCACHED/.test(message)) return letFetch(evidence);
  const broken = /JSON\.parse/.test(message) && /npm (?:ERR!|error) path ([^\n]{1,300})/.exec(evidence.stderr)?.[1];
  if (broken && evidence.machine.kindOf(broken) === 'file') return [openSource(broken, 1)];
  const command = [...namedCommand(evidence), ...namedOption(evidence)];
  if (command.length > 0) return command;
  const named = changeValue(evidence, message);
  if (named.length > 0) return named;
  if (name === 'npm') return [clearRunCache(evidence.machine)];
  return anew ? [runInTerminal(l10n.t('Run "{0}" in a terminal', anew.join(' ')), anew, stdioOf(evidence)?.cwd)] : [];
}
