import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

const usual = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

/** The file of Docker Compose has no such service, but others. */
export const composeService = outputRule(
  'container/compose-service',
  [/no such service: ([\w.-]{1,60})/, /service "([\w.-]{1,60})" is not running/],
  ([all = '', name = ''], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch?.args.lastIndexOf(name) ?? -1;
    if (!launch || !launch.args.includes('compose') || all.startsWith('service')) return undefined;
    const others = servicesOf(evidence);
    return {
      cause:
        others.length === 0
          ? l10n.t('The file of Docker Compose has no service "{0}".', name)
          : l10n.t('The file of Docker Compose has no service "{0}", but: {1}', name, others.join(', ')),
      remedies: [
        ...(at < 0 ? [] : others.map((each) => setValue(l10n.t('Use {0}', each), ['args', at], each))),
        advise(l10n.t('Use the name that the service has in that file.')),
      ],
      ...(at >= 0 && inEntry('args', at)),
    };
  },
);

const most = 3;

/** Those that sound like a server first. */
function servicesOf(evidence: Evidence): readonly string[] {
  const { args = [], cwd = '' } = stdioOf(evidence) ?? {};
  const option = args.findIndex((arg) => arg === '-f' || arg === '--file');
  const named = args[option + 1];
  const files =
    option >= 0 && named !== undefined ? [path.resolve(cwd, named)] : usual.map((each) => path.join(cwd, each));
  const text = files.map((file) => evidence.machine.head(file)).find((head) => head !== '') ?? '';
  const block = /^services:[ \t]*\n((?:(?:[ \t]+[^\n]*|[ \t]*)\n?)*)/m.exec(text)?.[1] ?? '';
  const indent = /^([ \t]+)\S/m.exec(block)?.[1] ?? '  ';
  const names = [...block.matchAll(new RegExp(`^${indent}([\\w.-]{1,60}):`, 'gm'))].map(([, each = '']) => each);
  return names.toSorted((a, b) => Number(/mcp|server/.test(b)) - Number(/mcp|server/.test(a))).slice(0, most);
}
