import { l10n } from '../../../../base/l10n.ts';
import { otherPort } from '../../cures/otherPort.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, argAt } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const portInUse = outputRule(
  'port/in-use',
  [
    /EADDRINUSE[^\n]{0,60}:(\d{1,5})/,
    /address already in use[^\n]{0,60}:(\d{1,5})/i,
    /bind on address \('[^'\n]{0,60}', (\d{1,5})\)/,
    /listen tcp \S*?:(\d{1,5}): bind: address already in use/,
    /[Pp]ort (\d{1,5}) (?:is|was) (?:already )?(?:in use|allocated|taken|occupied)/,
    /Bind for \S{0,60}:(\d{1,5}) failed: port is already allocated/,
    /\[Errno (?:98|48)\][^\n]{0,80}?port (\d{2,5})/,
    /Failed to bind to address \S*?:(\d{1,5})/,
    /address already in use/i,
  ],
  ([, port], evidence) => {
    const launch = stdioOf(evidence);
    const at =
      launch && port !== undefined ? argAt(launch, (arg) => arg === port || arg.endsWith(`=${port}`)) : undefined;
    return {
      cause:
        port === undefined
          ? l10n.t('The port of the server is used by another process.')
          : l10n.t('Port {0} is used by another process, perhaps an earlier instance of this server.', port),
      remedies: [...otherPort(evidence, port), advise(l10n.t('End that process, or give the server another port.'))],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);
