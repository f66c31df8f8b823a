import { l10n } from '../../../../base/l10n.ts';
import { packageOf } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** What no server takes itself, by the runner whose option it is. */
const own: Readonly<Record<string, RegExp>> = {
  npx: /^(?:-y|--yes|--package(?:=.*)?|--no-install|--prefer-offline)$/,
  bunx: /^(?:-y|--bun)$/,
  uvx: /^(?:--from(?:=.*)?|--with(?:=.*)?|--python(?:=.*)?|--refresh|--no-cache|--index-url(?:=.*)?)$/,
  pipx: /^(?:--spec(?:=.*)?)$/,
};
const withValue = /^--(?:package|from|with|python|index-url|spec)$/;

/** Behind the package an option of the runner becomes one of the server. */
export const runnerOption = outputRule('argument/runner-option', [/[^]/], (_match, evidence) => {
  const launch = stdioOf(evidence);
  const found = packageOf(evidence);
  const options = found && own[found.runner];
  if (!launch || !options || evidence.end === undefined || evidence.end.code === 0) return undefined;
  // Behind "--" stands another command line.
  const end = launch.args.indexOf('--', found.at);
  const at = launch.args.findIndex((arg, index) => index > found.at && (end < 0 || index < end) && options.test(arg));
  const option = launch.args[at];
  if (option === undefined) return undefined;
  const moved = launch.args.slice(at, at + (withValue.test(option) ? 2 : 1));
  const rest = launch.args.toSpliced(at, moved.length);
  return {
    cause: l10n.t(
      '"{0}" stands behind the package {1}, so that it is handed to the server and not to "{2}".',
      option,
      found.name,
      found.runner,
    ),
    remedies: [setArgs(l10n.t('Move it before the package'), rest.toSpliced(found.at, 0, ...moved))],
    ...inEntry('args', at),
  };
});
