import { type Core, createCore } from '../../src/core/app/core.ts';
import type { CoreParts } from '../../src/core/app/coreParts.ts';
import { readSettings } from '../../src/core/app/settings/settings.ts';
import { openPolicy } from '../../src/core/trust/policy.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { keepText } from './sinks.ts';

/** A core over these ports. Over those of an earlier one it is as after a reload of the window, or in a second window. */
export async function openCore(ports: CoreParts['ports'], more: Partial<CoreParts> = {}): Promise<Core> {
  const core = createCore({
    ports,
    settings: readSettings(() => undefined),
    redactor: new Redactor(),
    version: '0.0.0-test',
    clientRequests: {},
    policy: () => openPolicy,
    userSources: [],
    setting: () => undefined,
    ...more,
  });
  await core.ready;
  return Object.assign(core, { dispose: endKeepingTraffic(core, core.dispose.bind(core)) });
}

/** Traffic goes with its core, and is to be searched like that of a window. */
function endKeepingTraffic({ traffic }: Core, end: () => void): () => void {
  return () => {
    const { firstSeq, nextSeq } = traffic.readExtent();
    for (let seq = firstSeq; seq < nextSeq; seq++)
      void traffic.body(seq).then((body) => keepText('traffic', JSON.stringify(body)));
    end();
  };
}
