import { l10n } from '../../../../base/l10n.ts';
import { packageOf, programName, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, setArgs } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';

/** Of the class `Settings` of the Python SDK: no user sets them. */
const ofLibrary: ReadonlySet<string> = new Set([
  'debug',
  'log_level',
  'host',
  'port',
  'mount_path',
  'sse_path',
  'message_path',
  'streamable_http_path',
  'json_response',
  'stateless_http',
  'warn_on_duplicate_tools',
  'warn_on_duplicate_resources',
  'warn_on_duplicate_prompts',
  'dependencies',
  'lifespan',
  'auth',
  'transport_security',
]);

/** A server that inherits them does not fit the version in which they became required. */
export const librarySettings = rule('package/library-settings', (evidence) => {
  const fields = [...outputOf(evidence).matchAll(/(?:^|\n)(\w{2,40})\n\s+Field required \[type=missing/g)].map(
    ([, name = '']) => name,
  );
  if (!stdioOf(evidence) || fields.length < 2 || !fields.every((name) => ofLibrary.has(name))) return undefined;
  return {
    cause: l10n.t(
      'The server does not fit the installed version of the Python package "{0}", which requires the settings {1}.',
      'mcp',
      fields.join(', '),
    ),
    remedies: [
      ...olderLibrary(evidence),
      ...useNewest(evidence),
      advise(l10n.t('Install the version that the server requires.')),
    ],
    proof: fields.join(', '),
  };
});

const older = 'mcp<1.13';

function olderLibrary(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (launch && packageOf(evidence)?.runner === 'uvx')
    return [setArgs(l10n.t('Add "{0}"', `--with ${older}`), ['--with', older, ...launch.args])];
  return launch && programName(launch.command).startsWith('python')
    ? [runInTerminal(l10n.t('Install {0}', older), [launch.command, '-m', 'pip', 'install', older])]
    : [];
}
