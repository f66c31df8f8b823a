import { l10n } from '../../../../base/l10n.ts';
import { changeValue, otherPort } from '../../cures/entryValues.ts';
import { stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence } from '../../model/evidence.ts';
import { lineOfScript, variablesRead } from '../../model/project.ts';
import { advise, argAt, ask, openSource } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** An address that none of the network interfaces has. */
export const addressNotHere = outputRule(
  'port/address',
  [
    /(?:listen|bind)[^\n]{0,30}? ([\w.:[\]-]{3,100}:\d{1,5})[^\n]{0,40}(?:cannot assign requested address|EADDRNOTAVAIL)/i,
    /EADDRNOTAVAIL[^\n]{0,40}? ([\w.:[\]-]{3,100})/,
    /(?:cannot assign requested address|requested address is not valid in its context)[^\n]{0,40}?([\d.]{7,15}:\d{1,5})?/i,
  ],
  ([, address = ''], evidence, line) =>
    stdioOf(evidence) && !connects.test(line)
      ? {
          cause: l10n
            .t('The server wants to listen on {0}, which is not an address of this machine.', address)
            .replace('  ', ' '),
          remedies: [...changeValue(evidence, address), ...changeValue(evidence, address.replace(/:\d+$/, ''))].slice(
            -2,
          ),
        }
      : undefined,
);

/** To where nothing is listened on, as in a container without IPv6. */
const connects = /establish|connect(?:ion)? (?:to|failed)/i;

/** The line of the script that chooses it. */
function inScript(evidence: Evidence, port: string | undefined): readonly Remedy[] {
  const found = port === undefined ? undefined : lineOfScript(evidence, (line) => hasNumber(line, port));
  return found ? [openSource(found.file, found.line)] : [];
}

function hasNumber(line: string, port: string): boolean {
  return new RegExp(`(?<!\\d)${port}(?!\\d)`).test(line);
}

/** The variable that the script takes it from: `process.env.BRIDGE_PORT ?? 8765`. */
function fromVariable(evidence: Evidence, port: string | undefined): readonly Remedy[] {
  const name = variablesRead(evidence).find(({ line }) => port !== undefined && hasNumber(line, port))?.name;
  return name === undefined ? [] : [ask(l10n.t('Enter another port as {0}', name), ['env', name], { now: port ?? '' })];
}

export const portInUse = outputRule(
  'port/in-use',
  [
    /EADDRINUSE[^\n]{0,60}:(\d{1,5})/,
    /address already in use[^\n]{0,60}:(\d{1,5})/i,
    /:(\d{2,5})\b[^\n]{0,20}address already in use/i,
    /cannot listen to port: ?(\d{2,5})/i,
    /(?<!Errno (?:13|10013)\] error while attempting to )bind on address \('[^'\n]{0,60}', (\d{1,5})\)/,
    /listen tcp \S*?:(\d{1,5}): bind: address already in use/,
    /[Pp]orts (\d{2,5} ?(?:-|–|to) ?\d{2,5}) (?:are )?(?:all )?(?:already )?(?:in use|taken|occupied|busy)/,
    /[Pp]ort (\d{1,5}) (?:is|was) (?:already )?(?:in use|allocated|taken|occupied)/,
    /Bind for \S{0,60}:(\d{1,5}) failed: port is already allocated/,
    /\[Errno (?:98|48)\][^\n]{0,80}?port (\d{2,5})/,
    /Failed to bind to address \S*?:(\d{1,5})/,
    /(?:could not|cannot|failed to|unable to) (?:bind|listen) (?:to|on) (?:port )?(?:[\w.]{0,60}:)?(\d{2,5})\b/i,
    /(?:端口|ポート|포트) ?:?(\d{2,5})[^\n]{0,10}(?:占用|使用中|사용)/,
    /(?:available|free|unused) ports? (?:in|between)[^\n]{0,20}?(\d{2,5})/i,
    /address already in use/i,
  ],
  ([, port], evidence) => {
    const launch = stdioOf(evidence);
    const at =
      launch && port !== undefined ? argAt(launch, (arg) => arg === port || arg.endsWith(`=${port}`)) : undefined;
    const variable = fromVariable(evidence, port);
    return {
      cause:
        port === undefined
          ? l10n.t('The port of the server is used by another process.')
          : l10n.t('Port {0} is used by another process, perhaps an earlier instance of this server.', port),
      remedies: [
        ...variable,
        ...inScript(evidence, port),
        ...(variable.length > 0 ? [] : otherPort(evidence, port)),
        advise(l10n.t('End that process, or give the server another port.')),
      ],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);
