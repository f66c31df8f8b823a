import type { InterceptionRules } from '../../../core/traffic/interception/interceptionRules.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { rulesHostMethods } from '../../../contract/traffic/interceptionRules.ts';

export function rulesHandlers(
  rules: InterceptionRules,
  shell: { pickRecording(): Promise<string | undefined> },
): Handlers<typeof rulesHostMethods> {
  return {
    'rules/get': () => rules.snapshot.value,
    'rules/add': (rule) => rules.add(rule),
    'rules/enable': ({ id, enabled }) => rules.enable(id, enabled),
    'rules/remove': ({ id }) => rules.remove(id),
    'rules/clear': () => rules.clear(),
    'rules/held': ({ id }) => ({ text: rules.heldText(id) }),
    'rules/release': ({ id, how, text }) => rules.release(id, { how, text }),
    'rules/pickRecording': async () => {
      const path = await shell.pickRecording();
      return path === undefined ? {} : { path };
    },
  };
}
