import { l10n } from '../../../../base/l10n.ts';
import { findServer } from '../../known/knownServer.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { ask, setArgs, setValues } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const complaint = /argument|usage|required|missing|not provided|api[ _-]?key/i;

/** A well-known server that takes its key as an argument, behind the word that starts it. */
export const keyAsArgument = rule('argument/key', (evidence) => {
  const { server, at = -1 } = findServer(evidence) ?? {};
  const launch = stdioOf(evidence);
  const match = evidence.end ? complaint.exec(outputOf(evidence)) : null;
  if (!launch || !match || server?.start === undefined || server.keyArgument === undefined) return undefined;
  const behind = launch.args.slice(at + 1);
  if (behind.includes(server.start) && behind.length > 1) return undefined;
  return {
    cause: l10n.t(
      'The server takes its key as an argument, behind "{0}", and not from {1}.',
      server.start,
      server.keyArgument,
    ),
    remedies: [asArgument(server.start, server.keyArgument, evidence)],
    ...inEntry('args'),
    proof: lineAt(outputOf(evidence), match.index),
  };
});

function asArgument(start: string, variable: string, evidence: Evidence): Remedy {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const words = args.includes(start) ? [] : [{ path: ['args', args.length], value: start }];
  const path = ['args', args.length + words.length];
  const value = env[variable];
  if (!value) return ask(l10n.t('Enter {0}', variable), path, { also: words });
  return setValues(l10n.t('Hand on {0} as an argument', variable), [
    ...words,
    { path, value, from: ['env', variable] },
    { path: ['env', variable], value: undefined },
  ]);
}

const needsCommand = /usage:|available commands|required command|no command|unknown command|expected (?:a )?command/i;

/** A well-known program that is a server only behind a word. */
export const startWordMissing = rule('argument/start', (evidence) => {
  const { server } = findServer(evidence) ?? {};
  const launch = stdioOf(evidence);
  const match = evidence.end ? needsCommand.exec(outputOf(evidence)) : null;
  if (!launch || !match || server?.start === undefined) return undefined;
  const words = server.start.split(' ');
  if (launch.args.includes(words[0] ?? '')) return undefined;
  return {
    cause: l10n.t('The server starts only with "{0}" among its arguments, which is missing.', server.start),
    remedies: [setArgs(l10n.t('Add "{0}"', server.start), [...launch.args, ...words])],
    ...inEntry('args'),
    proof: lineAt(outputOf(evidence), match.index),
  };
});
