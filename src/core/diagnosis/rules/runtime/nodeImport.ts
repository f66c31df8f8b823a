import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const nodeImport = outputRule(
  'runtime/node-import',
  [
    /\[ERR_UNSUPPORTED_DIR_IMPORT\]: Directory \w+ '([^'\n]{1,300})'/,
    /\[ERR_IMPORT_(?:ATTRIBUTE|ASSERTION)[A-Z_]{0,40}\]: [^"\n]{0,40}"([^"\n]{1,300})"/,
    /\[ERR_UNKNOWN_FILE_EXTENSION\]: Unknown file extension "\.\w{1,20}" for (\S{1,300})/,
    /\[ERR_UNSUPPORTED_ESM_URL_SCHEME\]: [^\n]{0,200}Received protocol '([^'\n]{1,20})'/,
  ],
  ([, what = '']) => ({
    cause: l10n.t('This Node.js cannot import {0} in the way the server does.', what.replace('file://', '')),
    remedies: [
      advise(l10n.t('Build the server for ES modules, or run it with the Node.js version that its manual names.')),
    ],
  }),
);

/** Node's permission model: what was not granted on the command line is refused. */
export const nodePermission = outputRule(
  'runtime/node-permission',
  [/ERR_ACCESS_DENIED'?,?\s+permission: '(\w{1,40})'(?:,\s+resource: '([^'\n]{1,300})')?/],
  ([, permission = '', resource = ''], evidence) => {
    const launch = stdioOf(evidence);
    const flag = flags[permission];
    const isFile = permission.startsWith('FileSystem') && resource.startsWith('/');
    const grant = flag === undefined ? undefined : isFile ? `${flag}=${resource}` : flag;
    return {
      cause: l10n.t('Node.js runs the server without permission for {0} {1}', permission, resource).trim(),
      remedies:
        launch && grant !== undefined ? [setArgs(l10n.t('Grant it with "{0}"', grant), [grant, ...launch.args])] : [],
      ...inEntry('args'),
    };
  },
);

const flags: Readonly<Record<string, string>> = {
  FileSystemRead: '--allow-fs-read',
  FileSystemWrite: '--allow-fs-write',
  ChildProcess: '--allow-child-process',
  WorkerThreads: '--allow-worker',
  Net: '--allow-net',
};
