import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { nodeOption } from '../../cures/environment.ts';
import { advise, askForFolder, runInTerminal, setValue } from '../../model/remedies.ts';
import { type Evidence, outputOf } from '../../model/evidence.ts';
import { anyPath } from '../../model/paths.ts';
import { type Finding, outputRule } from '../../model/rule.ts';

/** uv links files from its cache, which not every file system can. */
export const linkFailed = outputRule(
  'package/link',
  [/(failed to (?:hardlink|reflink|clone|symlink) file[^\n]{0,120})/i, /(os error (?:396|18|1142))/],
  ([, what = '']) => ({
    cause: l10n.t('uv cannot link files of its cache on this file system: {0}', what),
    remedies: [setValue(l10n.t('Let uv copy them'), ['env', 'UV_LINK_MODE'], 'copy')],
  }),
);

export const corepackOutdated = outputRule(
  'package/corepack',
  [
    /(Cannot find matching keyid)/,
    /(This project's package\.json defines "packageManager": "[^"\n]{1,60}")/,
    /(This project is configured to use \w{1,10})/,
  ],
  ([, what = '']) => ({
    cause: what.includes('keyid')
      ? l10n.t(
          'Corepack, which starts the package manager, is too old: it does not know the keys that npm signs with today ({0}).',
          what,
        )
      : l10n.t('The package manager is not the one of the project, or its launcher is too old: {0}', what),
    remedies: [
      runInTerminal(l10n.t('Install {0}', 'corepack'), ['npm', 'install', '--global', 'corepack@latest']),
      runInTerminal(l10n.t('Turn it on'), ['corepack', 'enable']),
    ],
  }),
);

export const oldCryptography = outputRule(
  'runtime/openssl',
  [/(ERR_OSSL_EVP_UNSUPPORTED|error:0308010C[^\n]{0,60})/],
  ([, what = ''], evidence) => ({
    cause: l10n.t('The server uses cryptography that this Node.js has turned off: {0}', what),
    remedies: [
      nodeOption(l10n.t('Allow it for this server'), evidence, '--openssl-legacy-provider'),
      advise(l10n.t('Update the server.')),
    ],
  }),
);

/** uv makes it anew when it is gone. */
function brokenProject(evidence: Evidence): Omit<Finding, 'proof'> {
  const [, folder = ''] = /environment directory `([^`\n]{1,300})`/.exec(outputOf(evidence)) ?? [];
  const project = folder.replace(/[/\\][^/\\]+$/, '');
  return {
    cause: l10n.t('The Python environment {0} is broken: it has no Python that can be run.', folder),
    remedies: isEnvironment(folder, evidence)
      ? [runInTerminal(l10n.t('Make the environment anew'), ['uv', 'venv', '--clear', folder], project)]
      : [askForFolder(l10n.t('Choose the folder of the server'), ['cwd'])],
  };
}

/** It is emptied: the name of a message alone is not enough. */
function isEnvironment(folder: string, { machine }: Evidence): boolean {
  const isNamedSo = /[/\\]\.?v?env$/.test(folder) && !folder.includes('..');
  return isNamedSo && machine.kindOf(anyPath.join(folder, 'pyvenv.cfg')) === 'file';
}

export const environmentMissing = outputRule(
  'path/environment',
  [
    /Not a conda environment: ([^\s]{1,300})/,
    /Could not find conda environment: ([\w.-]{1,100})/,
    /EnvironmentNameNotFound: [^\n]{0,40}?: ?([\w.-]{1,100})/,
    /(?:No virtual environment found|Project virtual environment directory)[^\n]{0,40}?`?([/~.][^\s`]{0,200})?/,
  ],
  ([all = '', name = ''], evidence) => {
    if (/environment directory\b/.test(all)) return brokenProject(evidence);
    const bare = name.split('/').at(-1) ?? '';
    const isConda = /conda/i.test(evidence.stderr);
    return {
      cause: l10n.t('The Python environment {0} does not exist.', name).replace('  ', ' '),
      remedies: [
        isConda
          ? runInTerminal(l10n.t('Create it'), ['conda', 'create', '--name', bare, 'python'])
          : runInTerminal(l10n.t('Create it'), ['uv', 'venv']),
        ...changeValue(evidence, bare),
        askForFolder(l10n.t('Choose the folder of the server'), ['cwd']),
      ],
    };
  },
);
