import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const typescriptRun = outputRule(
  'runtime/typescript',
  [
    /Unknown file extension "(\.tsx?)"/,
    /(ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX|TypeScript \w+ (?:is|are) not supported in strip-only mode|ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING)/,
    /(SyntaxError: (?:Unexpected token ':'|Missing initializer in const declaration|Unexpected identifier '(?:as|interface|type|enum)'))/,
    /\.tsx?:\d+\n[^]{0,400}?\n(SyntaxError: [^\n]{1,100})/,
  ],
  (_match, evidence) => {
    const launch = stdioOf(evidence);
    const file = launch?.args.find((arg) => /\.tsx?$/.test(arg));
    if (!launch || file === undefined) return undefined;
    return {
      cause: l10n.t('{0} is TypeScript, which this Node.js cannot run.', file),
      remedies: [
        setValues(l10n.t('Run it with tsx'), [
          { path: ['command'], value: 'npx' },
          { path: ['args'], value: ['-y', 'tsx', ...launch.args.filter((arg) => arg !== 'ts-node' && arg !== '-y')] },
        ]),
      ],
      ...inEntry('command'),
    };
  },
);
