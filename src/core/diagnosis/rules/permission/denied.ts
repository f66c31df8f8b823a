import { l10n } from '../../../../base/l10n.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const accessDenied = outputRule(
  'permission/denied',
  [
    /(?:EACCES: permission denied|EPERM: operation not permitted), \w{1,20} '([^'\n]{1,300})'/,
    /\[Errno 13\] Permission denied: '([^'\n]{1,300})'/,
    /open ([^\n:]{1,300}): permission denied/,
    /(?<![\w/.~-])([\w/.~-]{2,300}): Permission denied/,
    /UnauthorizedAccessException: Access to the path '([^'\n]{1,300})' is denied/,
  ],
  ([, file = '']) => ({
    cause: l10n.t('The server has no permission to use {0}.', file),
    remedies: [advise(l10n.t('Change the permissions of {0}, or give the server another path.', file))],
  }),
);

export const readOnly = outputRule(
  'permission/read-only',
  [/EROFS: read-only file system, \w{1,20} '([^'\n]{1,300})'/, /Read-only file system:? '?([^'\n]{0,300})/],
  ([, file = '']) => ({
    cause: l10n.t('The server wants to write to {0}, which is on a read-only disk.', file),
    remedies: [advise(l10n.t('Give it a folder that can be written, or set "cwd".'))],
  }),
);

export const privilegedPort = outputRule(
  'permission/port',
  [/listen EACCES: permission denied \S*?:(\d{1,5})/, /listen tcp \S*?:(\d{1,5}): bind: permission denied/],
  ([, port = '']) => ({
    cause: l10n.t('Port {0} may be used by administrators only.', port),
    remedies: [advise(l10n.t('Give the server a port above 1023.'))],
  }),
);
