import { l10n } from '../../../../base/l10n.ts';
import { outputOf, stdioOf } from '../../model/evidence.ts';
import { lineOfScript } from '../../model/project.ts';
import { openSource, setValue } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';

const writes = /^\s*(?!#).*(?:\bprint\((?!.*file\s*=)|\bstdout\.write\()/;
const flushes = /flush|line_buffering|\bmcp\b/i;

/** It has answered, and the answer does not leave it: Python keeps what is written to a pipe until much of it is there. */
export const stdoutBuffered = rule('transport/buffered', (evidence) => {
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  if (!evidence.timedOut || outputOf(evidence) !== '' || env['PYTHONUNBUFFERED'] || args.includes('-u'))
    return undefined;
  const place = lineOfScript(evidence, (line) => writes.test(line));
  const head = place?.file.endsWith('.py') ? evidence.machine.head(place.file) : '';
  if (!place || flushes.test(head) || !head.includes('json')) return undefined;
  const { file } = place;
  return {
    cause: l10n.t('{0} writes its responses in line {1} and never flushes stdout.', file, place.line),
    remedies: [
      setValue(l10n.t('Set {0} to {1}', 'PYTHONUNBUFFERED', '1'), ['env', 'PYTHONUNBUFFERED'], '1'),
      openSource(file, place.line),
    ],
    place: { kind: 'source', file, line: place.line },
    isCertain: false,
  };
});
