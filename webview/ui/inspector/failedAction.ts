import type { BrowseAction } from '../../model/browse/browse.ts';
import type { ActionFailure } from '../../model/servers/servers.ts';
import { t } from '../../platform/l10n.ts';

/** The sentence above the error of an action that failed. */
export function failedAction(action: ActionFailure['action'] | BrowseAction): string {
  switch (action) {
    case 'start':
      return t('Could not start the server.');
    case 'stop':
      return t('Could not stop the server.');
    case 'restart':
      return t('Could not restart the server.');
    case 'debug':
      return t('Could not debug the server.');
    case 'approve':
      return t('Could not approve the server.');
    case 'accept':
      return t('Could not accept the change.');
    case 'subscribe':
      return t('Could not change the subscription.');
    case 'setRoots':
      return t('Could not change the roots.');
    case 'setLogLevel':
      return t('Could not set the log level.');
    case 'save':
      return t('Could not save the file.');
    default:
      return action satisfies never;
  }
}
