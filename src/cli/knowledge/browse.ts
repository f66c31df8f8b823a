import { patternMarkdown } from '../../core/knowledge/pattern/markdown.ts';
import { checkList } from '../../core/knowledge/tools/listArguments.ts';
import { listPatterns } from '../../core/knowledge/tools/listArguments.ts';
import { idsNear } from '../../core/knowledge/tools/getArguments.ts';
import { VerbFailed } from '../support/failure.ts';
import { printJson, printLines, printText } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';
import { openBase } from './openBase.ts';

interface BrowseFlags {
  readonly json: boolean;
  readonly category?: string | undefined;
  readonly language?: string | undefined;
  readonly cwe?: string | undefined;
}

export async function get([id = '', ...more]: readonly string[], flags: BrowseFlags, io: CliIo): Promise<number> {
  if (id === '' || more.length > 0) throw new UsageError('Specify one id, such as TMKB-AUTHZ-001.');
  const base = await openBase(io);
  const wanted = id.trim().toUpperCase();
  const found = base.get(wanted);
  if (!found) {
    const near = idsNear(wanted, base.cards);
    const hint = near.length > 0 ? `Near it: ${near.join(', ')}.` : 'Run switchboard knowledge list for all ids.';
    throw new VerbFailed(1, { code: 'knowledge/unknown', message: `Unknown pattern "${wanted}". ${hint}` });
  }
  if (flags.json) printJson(io.stdout, { ...found.pattern, source: found.source });
  else printText(io.stdout, patternMarkdown(found.pattern));
  return 0;
}

const everything = 500;

export async function list(rest: readonly string[], flags: BrowseFlags, io: CliIo): Promise<number> {
  if (rest.length > 0) throw new UsageError(`list takes only flags, not "${rest[0]}".`);
  const { category, language, cwe } = flags;
  const checked = checkList({
    limit: everything,
    ...(category !== undefined && { category }),
    ...(language !== undefined && { language }),
    ...(cwe !== undefined && { cwe }),
  });
  if (!checked.ok) throw new UsageError(checked.problem.text);
  const answer = listPatterns((await openBase(io)).cards, checked.list);
  const found = answer.pattern_count > 0 ? 0 : 1;
  const rows = answer.patterns.map(({ id, severity, title }) => `${id}  ${severity.padEnd(8)}  ${title}`);
  if (flags.json) printJson(io.stdout, answer);
  else printLines(io.stdout, ...(rows.length > 0 ? rows : ['No pattern.']));
  return found;
}
