import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { openFile } from '../../cures/openFile.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { useNewest } from '../../cures/newestVersion.ts';

/** SDKs that end at what comes before "notifications/initialized", which clients may send. */
export const messageTooEarly = outputRule(
  'protocol/order',
  [
    /expect(?:ed)? initialized (?:notification|request)[^\n]{0,300}?request: (\w{3,60}?)(?:Request)?\(/i,
    /ExpectedInitialized(?:Notification|Request)\(?[^\n]{0,80}?(?:request: )?(\w{3,60}?)(?:Request)?\(/,
    /expect(?:ed)? (initialized) (?:notification|request), but received/i,
    /Received (request) before initialization was complete/,
  ],
  ([, name = ''], evidence, line) => {
    if (!stdioOf(evidence) || !(evidence.end || evidence.timedOut)) return undefined;
    const isRust = /ExpectedInit|expect(?:ed)? initialized/i.test(line);
    const project = isRust ? projectOf(evidence) : undefined;
    return {
      cause: l10n.t(
        'The SDK of the server ({0}) ends at a message that comes before "notifications/initialized": {1}. Newer versions allow it.',
        isRust ? 'rmcp' : 'mcp',
        name,
      ),
      remedies: [
        ...(project === undefined ? useNewest(evidence) : updateRust(project, evidence)),
        tryAgain(),
        advise(l10n.t('Update the server to a newer version of its SDK.')),
      ],
    };
  },
);

function projectOf({ machine, ...evidence }: Evidence): string | undefined {
  const [folder] = /^.*(?=[/\\]target[/\\])/.exec(stdioOf({ machine, ...evidence })?.command ?? '') ?? [];
  return folder !== undefined && machine.kindOf(path.join(folder, 'Cargo.toml')) === 'file' ? folder : undefined;
}

/** A version that is pinned has to be changed by hand first. */
function updateRust(project: string, evidence: Evidence): readonly Remedy[] {
  const file = path.join(project, 'Cargo.toml');
  const lines = evidence.machine.head(file).split('\n');
  const pinned = lines.findIndex((line) => /^\s*rmcp\s*=.*"=/.test(line));
  const line = 'cargo update -p rmcp && cargo build --release';
  return [
    ...(pinned < 0 ? [] : openFile(file, evidence, pinned + 1)),
    runInTerminal(l10n.t('Update its SDK'), ['sh', '-c', line], project),
  ];
}
