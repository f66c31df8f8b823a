import { l10n } from '../../../base/l10n.ts';
import type { DebugOptions, DevOptions } from '../model/launch.ts';
import { describeKind } from '../model/problems.ts';
import { type JsonNode, toObject } from '../text/jsonTree.ts';
import { Fields } from './fields.ts';

/** `dev` of VS Code, and our own `build`. What is not valid is reported and ignored: the server starts without it. */
export function parseDev(fields: Fields): DevOptions | undefined {
  const node = fields.map('dev');
  if (!node) return undefined;
  const dev = new Fields(node, fields.server, fields.problems);
  const watch = words(dev, 'watch')?.filter((glob) => glob.trim() !== '');
  const build = words(dev, 'build')?.filter((word) => word !== '');
  const debug = debugOf(dev);
  return {
    ...(watch && watch.length > 0 && { watch }),
    ...(build && build.length > 0 && { build }),
    ...(debug && { debug }),
  };
}

/** One string counts as a list of one. */
function words(dev: Fields, key: string): readonly string[] | undefined {
  const value = dev.member(key)?.value;
  if (!value || value.kind === 'null') return undefined;
  if (value.kind !== 'string' && value.kind !== 'array') return report(dev, key, value);
  const items: readonly JsonNode[] = value.kind === 'array' ? value.items : [value];
  return items.flatMap((item) => {
    if (item.kind === 'string' && !String(item.value).includes('\0')) return [String(item.value)];
    report(dev, key, item);
    return [];
  });
}

function report(dev: Fields, key: string, value: JsonNode): undefined {
  const kind = l10n.t('a string or a list of strings');
  const message = l10n.t('"{0}" must be {1}, not {2}; it is ignored.', `dev.${key}`, kind, describeKind(value));
  dev.problems.warn('wrong-type', message, value, dev.server);
}

function debugOf(dev: Fields): DebugOptions | undefined {
  const node = dev.map('debug');
  if (!node) return undefined;
  const debug = new Fields(node, dev.server, dev.problems);
  const type = debug.note('type');
  const attach = debug.map('attach');
  return type ? { type, ...(attach && { attach: toObject(attach) }) } : undefined;
}
