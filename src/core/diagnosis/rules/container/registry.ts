import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { programName } from '../../cures/newestVersion.ts';
import { otherPlatform } from '../../cures/otherPlatform.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { argAt, ask, runInTerminal, setValue, tryAgain } from '../../model/remedies.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** Also of an image that everybody may pull: an old sign-in is sent along, and refused. */
export const imageDenied = outputRule(
  'container/registry',
  [
    /Head "https:\/\/([\w.:-]{3,100})\/v2\/([\w./-]{1,200})\/manifests\/[^"\n]{1,80}": (?:denied|unauthorized|no basic auth)/,
    /failed to (?:authorize|fetch (?:anonymous|oauth) token)[^\n]{0,200}https:\/\/([\w.:-]{3,100})\/()[^\n]{0,200}(?:denied|unauthorized|40[13])/i,
  ],
  ([all = '', registry = '', image = ''], evidence) => {
    const tool = nameOf(evidence) || 'docker';
    return {
      cause: l10n.t(
        'The registry {0} refuses {1}: it is private, or a sign-in that is stored for it has expired.',
        registry,
        image === '' ? l10n.t('the image') : `${registry}/${image}`,
      ),
      remedies: [
        ...(all.includes('no basic auth')
          ? []
          : [runInTerminal(l10n.t('Sign out of {0}', registry), [tool, 'logout', registry])]),
        runInTerminal(l10n.t('Sign in to {0}', registry), loginTo(tool, registry)),
      ],
      ...inEntry('args'),
    };
  },
);

/** The registries of Amazon take a password that its own program makes. */
function loginTo(tool: string, registry: string): readonly string[] {
  const region = /^\d+\.dkr\.ecr\.([\w-]+)\.amazonaws\.com$/.exec(registry)?.[1];
  if (region === undefined) return [tool, 'login', registry];
  const password = ['aws', 'ecr', 'get-login-password', '--region', region];
  const line = [...password, '|', tool, 'login', '-u', 'AWS', '--password-stdin', registry].join(' ');
  return ['sh', '-c', line];
}

export const pullLimit = outputRule(
  'container/limit',
  [/toomanyrequests: [^\n]{0,200}/, /You have reached your (?:unauthenticated )?pull rate limit/],
  (_match, evidence) => {
    const image = stdioOf(evidence)?.args.find((arg) => /^[a-z0-9][\w.-]*(?::\d+)?\/[\w./-]+/.test(arg));
    const registry = /^([\w-]+\.[\w.-]+(?::\d+)?)\//.exec(image ?? '')?.[1];
    return {
      cause: l10n.t('The registry {0} allows no more downloads for now without a sign-in.', registry ?? 'Docker Hub'),
      remedies: [
        runInTerminal(l10n.t('Sign in to the registry'), [
          nameOf(evidence) || 'docker',
          'login',
          ...(registry === undefined ? [] : [registry]),
        ]),
        tryAgain(),
      ],
    };
  },
);

export const imageUnknown = outputRule(
  'container/image',
  [
    /pull access denied for ([\w./:-]{1,200})/,
    /manifest for ([\w./:-]{1,200}) not found/,
    /failed to resolve reference "([^"\n]{1,200})"/,
    /(?:manifest unknown|repository does not exist|name unknown)[^\n]{0,100}/,
    /(no matching manifest for [\w/]{1,40})/,
    /initializing source docker:\/\/([\w./:-]{1,200})/,
  ],
  ([all = '', name = ''], evidence) => {
    const at = argAt(
      stdioOf(evidence) ?? { kind: 'stdio', command: '', args: [], env: {} },
      (arg) => name !== '' && (arg === name || arg.startsWith(`${name}:`)),
    );
    return {
      cause: all.startsWith('no matching')
        ? l10n.t('The image has no build for this processor: {0}.', name)
        : l10n.t('The image {0} does not exist, or may not be pulled.', name.replace('/v2/', '/')),
      remedies: [
        ...(all.startsWith('no matching') ? otherPlatform(evidence) : []),
        ...(at === undefined || !all.startsWith('manifest for') ? [] : latest(name, at)),
        ...(at === undefined
          ? changeValue(evidence, all)
          : [ask(l10n.t('Enter the name of the image'), ['args', at], { now: name })]),
        runInTerminal(l10n.t('Sign in to the registry'), [nameOf(evidence) || 'docker', 'login']),
      ],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);

function nameOf(evidence: Evidence): string {
  return programName(stdioOf(evidence)?.command ?? '');
}

/** The name is known, and its tag is not. */
function latest(name: string, at: number): readonly Remedy[] {
  const newest = name.replace(/:[\w.-]+$/, ':latest');
  return newest === name ? [] : [setValue(l10n.t('Use {0}', newest), ['args', at], newest)];
}
