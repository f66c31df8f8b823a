import { revealHidden } from './hiddenCharacters.ts';

/**
 * Untrusted text for a notification, a dialog or a prompt: VS Code renders `[label](command:…)` there as a link that
 * runs a command. No link is left, and no character that the screen does not show.
 */
export function inertText(text: string): string {
  return revealHidden(text).replaceAll('](', '] (');
}
