import { UsageError } from './support/usageError.ts';
import { verbNamed, verbs } from './verbs.ts';

export const seeCommands = 'Run switchboard --help for a list of commands.';

/** What `switchboard help` prints, or `switchboard help <command>`. */
export async function help([name, ...more]: readonly string[]): Promise<string> {
  if (name === undefined) return overview();
  if (more.length > 0) throw new UsageError(`Specify one command. ${seeCommands}`);
  const verb = verbNamed(name);
  if (!verb) throw new UsageError(`Unknown command "${name}". ${seeCommands}`);
  const [{ helpText }, { table }] = await Promise.all([import('./support/helpText.ts'), verb.load()]);
  return helpText(table);
}

function overview(): string {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length));
  const lines = Object.entries(verbs).map(([name, verb]) => `  ${name.padEnd(width)}  ${verb.summary}`);
  return [
    'Usage: switchboard <command> [flags]',
    '',
    ...lines,
    '',
    'Run switchboard help <command> for the flags of a command, or switchboard --version for the version.',
  ].join('\n');
}
