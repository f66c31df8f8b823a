import { l10n } from '../../../../base/l10n.ts';
import { basename } from 'node:path';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** A file of the server has the name of a module of Python, which then imports the file. */
export const moduleShadowed = outputRule(
  'runtime/python-shadowed',
  [
    /(?:partially initialized module|cannot access submodule)[^\n]{0,200}most likely due to a circular import/,
    /No module named '[\w.]{1,100}'; '\w{1,60}' is not a package/,
    /consider renaming '([^'\n]{1,300})' since it has the same name as/,
  ],
  ([all, named], { stderr }) => {
    const files = [...stderr.matchAll(/File "([^"\n]{1,300}\.py)", line \d+/g)].map(([, file = '']) => file);
    const imported = new Set([...stderr.matchAll(/^\s+(?:import|from) ([a-z_]{2,30})/gm)].map(([, name]) => name));
    const own = files.filter((file) => !/site-packages|lib\/python\d/.test(file));
    const file = named ?? own.find((each) => imported.has(basename(each, '.py')));
    if (file === undefined) return undefined;
    return {
      cause: l10n.t('{0} has the name of a module of Python, which is therefore not found.', file),
      remedies: [
        runInTerminal(l10n.t('Rename the file'), ['mv', file, file.replace(/\.py$/, '_server.py')]),
        advise(l10n.t('Give the file another name.')),
      ],
      isCertain: named !== undefined || all.includes('is not a package'),
    };
  },
);
