import { l10n } from '../../../../base/l10n.ts';
import { secretNames, secretsFor } from '../../cures/entryValues.ts';
import { startService } from '../../cures/services.ts';
import { enterArgument } from '../../cures/enterArgument.ts';
import { openManual } from '../../cures/manual.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, askFor, tryAgain } from '../../model/remedies.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Rule } from '../../model/rule.ts';
import { credentialIn, usualVariable } from '../../statements/credential.ts';
import { type Noun, thing } from '../../statements/nouns.ts';
import type { Statement } from '../../statements/statement.ts';
import { type Explain, aboutName, statedRules, whyIn } from './stated.ts';

/** What is installed, and not only made or written. */
const installed: ReadonlySet<Noun> = new Set(['program', 'package', 'model', 'device', 'version']);

const limit: Explain = ({ text }, evidence) => {
  const names = secretNames(evidence).join(', ');
  return {
    cause:
      names === ''
        ? l10n.t('The service that the server uses allows no more requests for now: a limit or quota is used up.')
        : l10n.t('The service behind {0} allows no more requests for now: a limit or quota is used up.', names),
    remedies: [tryAgain(), ...secretsFor(evidence, text)],
  };
};

const expired: Explain = (statement, evidence) => {
  const names = secretNames(evidence).join(', ');
  const what = names === '' ? credentialIn(statement.text) : names;
  if (what === undefined) return expiredName(statement, evidence);
  return {
    cause: l10n.t('{0} has expired or was revoked.', what),
    remedies: [
      ...secretsFor(evidence, statement.text),
      advise(l10n.t('Create a new credential, and set it in "env" of this server.')),
    ],
  };
};

const expiredName = aboutName(
  (what) => l10n.t('{0} has expired or was revoked.', what),
  () => l10n.t('See what it names, then start the server again.'),
);

const moved = aboutName(
  (what) => l10n.t('{0} is deprecated or has moved: it no longer works.', what),
  () => l10n.t('See its page for what replaces it.'),
);

const taken = aboutName(
  (what) => l10n.t('{0} is used by another process.', what),
  () => l10n.t('End the other process, or give this server one of its own.'),
);

/** What the usage of the program shows as an argument. */
function asArgument({ named }: Statement, evidence: Evidence): readonly Remedy[] {
  const [name] = named;
  const hasUsage = /^\s*usage:/im.test(outputOf(evidence));
  return hasUsage && name?.noun === 'thing' ? enterArgument(name.name, stdioOf(evidence)?.args) : [];
}

/** A credential without the name of a variable: the manual has it, and most servers follow one custom. */
const missing: Explain = (statement, evidence) => {
  const { text, named } = statement;
  const isThere = named[0] !== undefined && places.has(named[0].noun);
  if (isThere && /\bempty\b/i.test(text)) return emptyName(statement, evidence);
  if (isThere) return absentName(statement, evidence);
  const credential = credentialIn(text);
  if (credential === undefined || named.some(({ noun }) => noun === 'variable' || noun === 'option')) {
    const found = missingName(statement, evidence);
    return found && { ...found, remedies: [...asArgument(statement, evidence), ...found.remedies] };
  }
  const variable = usualVariable(credential);
  const known = secretsFor(evidence, text);
  const guess: readonly Remedy[] = variable === undefined || known.length > 0 ? [] : [askFor(variable)];
  return {
    cause: /^credentials?$/i.test(credential)
      ? l10n.t('The server needs credentials that it was not given.')
      : l10n.t('The server needs {0}, which it was not given.', thing('credential', credential)),
    remedies: [
      ...known,
      ...openManual(evidence),
      ...guess,
      advise(l10n.t('Set it in "env" of this server: its manual says under which name.')),
    ],
  };
};

/** What exists, and is not merely said. */
const places: ReadonlySet<Noun> = new Set(['file', 'folder', 'program', 'package', 'model']);

const emptyName = aboutName(
  (what) => l10n.t('{0} is empty.', what),
  () => l10n.t('Write into it what the server needs.'),
);

const missingName = aboutName(
  (what) => l10n.t('The server needs {0}, which it was not given.', what),
  () => l10n.t('Add it to "args" or "env" of this server.'),
);

const notRunning =
  /\bis .{2,40} running\b|(?:is|are)(?: not|n't) (?:running|started|open|up)\b|not running|no running|make sure|start (?:it|the)|未启动|未运行/i;

/** An application or service on this machine that the user starts. */
const unreachable: Explain = (statement, evidence) => {
  const [name] = statement.named;
  if (!name || name.noun === 'address' || !notRunning.test(statement.text)) return unreachableName(statement, evidence);
  const service = name.name.replaceAll('"', '');
  return {
    cause: l10n.t('{0}, which the server needs, is not running.', service),
    remedies: [...startService(service.split(/[\s/]/)[0] ?? '', evidence.machine), tryAgain()],
  };
};

const unreachableName = aboutName(
  (what, _name, { text }) =>
    l10n.t('The server cannot reach {0}, which it needs.', `${what}${/ on port \d{2,5}/.exec(text)?.[0] ?? ''}`),
  () => l10n.t('Check that it runs, the network, the proxy, and the address in "env" or "args".'),
);

const absent: Explain = (statement, evidence) => {
  const hasPlace = statement.named.some(
    ({ noun }) => noun === 'file' || noun === 'folder' || noun === 'program' || noun === 'package',
  );
  return credentialIn(statement.text) !== undefined && !hasPlace
    ? missing(statement, evidence)
    : absentName(statement, evidence);
};

const absentName = aboutName(
  (what, { noun }, { text }) =>
    installed.has(noun) || /install/i.test(text)
      ? l10n.t('The server needs {0}, which is not installed.', what)
      : l10n.t('The server needs {0}, which does not exist.', what),
  () => l10n.t('Create or install it, or correct its name in "args" or "env" of this server.'),
);

const denied = aboutName(
  (what) => l10n.t('The server has no permission to use {0}.', what),
  () => l10n.t('Check its credentials in "env", and what they allow.'),
);

const unsupported = aboutName(
  (what) => l10n.t('The server, or something that it uses, does not support {0}.', what),
  () => l10n.t('Update the server, or what it names.'),
);

const disabled = aboutName(
  (what) => l10n.t('{0} is switched off.', what),
  () => l10n.t('Switch it on, or update the server.'),
);

const invalid = aboutName(
  (what, _name, statement) => l10n.t('The server does not accept {0}{1}', what, whyIn(statement)),
  () => l10n.t('Check "args" and "env" of this server against its manual.'),
);

export const statementRules: readonly Rule[] = statedRules({
  limit,
  expired,
  moved,
  taken,
  missing,
  unreachable,
  absent,
  denied,
  disabled,
  unsupported,
  invalid,
});
