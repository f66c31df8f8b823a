import { l10n } from '../../../../base/l10n.ts';
import { outputOf, stdioOf } from '../../model/evidence.ts';
import { lineOfScript, scriptOf } from '../../model/project.ts';
import { openSource, setValue } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';

interface Language {
  readonly file: RegExp;
  readonly writes: RegExp;
  readonly flushes: RegExp;
}

/** Those that keep what is written to a pipe until much of it is there. */
const languages: readonly Language[] = [
  {
    file: /\.py$/,
    writes: /\bprint\((?!.*file\s*=)|\bstdout\.write\(/,
    flushes: /flush|line_buffering|write_through|PYTHONUNBUFFERED|\bmcp\b|\bos\.write\(/i,
  },
  {
    file: /\.rb$/,
    writes: /^\s*(?:puts|print|\$stdout\.(?:puts|write|print))\b|STDOUT\.(?:puts|write)/,
    flushes: /\bsync\b|flush|\bmcp\b/i,
  },
  { file: /\.pl$/, writes: /^\s*(?:print|say)\b/, flushes: /\$\||autoflush|flush/ },
];

/** It has answered, and the answer does not leave it. */
export const stdoutBuffered = rule('transport/buffered', (evidence) => {
  const file = scriptOf(evidence);
  const language = languages.find((each) => each.file.test(file ?? ''));
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  if (file === undefined || !language || !evidence.timedOut || outputOf(evidence).trim() !== '') return undefined;
  const head = evidence.machine.head(file);
  const isUnbuffered = env['PYTHONUNBUFFERED'] || args.includes('-u');
  if (language.flushes.test(head) || !/json/i.test(head) || isUnbuffered) return undefined;
  const place = lineOfScript(evidence, (line) => language.writes.test(line) && !/^\s*(?:#|\/\/)/.test(line));
  if (!place) return undefined;
  return {
    cause: l10n.t(
      '{0} writes its responses in line {1} and never flushes them, so that they stay in its buffer.',
      file,
      place.line,
    ),
    remedies: [
      ...(file.endsWith('.py')
        ? [setValue(l10n.t('Set {0} to {1}', 'PYTHONUNBUFFERED', '1'), ['env', 'PYTHONUNBUFFERED'], '1')]
        : []),
      openSource(file, place.line),
    ],
    place: { kind: 'source', file, line: place.line },
    isCertain: false,
  };
});
