import { l10n } from '../../../../base/l10n.ts';
import { advise, askForFolder } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const pathTooLong = outputRule(
  'path/too-long',
  [
    /npm (?:ERR!|error) code ENAMETOOLONG[^]{0,100}?path (\S{3,400})/,
    /(?:ENAMETOOLONG|[Ff]ile ?name(?: or extension is)? too long|PathTooLongException|name too long)[^\n]{0,60}?(?:'([^'\n]{3,400})')?/,
  ],
  ([, file = ''], { machine }) => ({
    cause: l10n.t('A path is too long for this system: {0}', file).replace(/: $/, '.'),
    remedies: [
      askForFolder(l10n.t('Choose a working folder for the server'), ['cwd']),
      advise(
        machine.platform === 'win32'
          ? l10n.t('Move the server to a shorter path, or switch on long paths in Windows.')
          : l10n.t('Move the server to a shorter path.'),
      ),
    ],
    ...inEntry('cwd'),
    isCertain: false,
  }),
);
