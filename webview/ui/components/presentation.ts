import type { IconName } from './icons.ts';

/** Icon and text without a state: a tab, an annotation, a direction. */
export interface Label {
  readonly icon: IconName;
  readonly label: string;
}

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';

/** How a state is shown. Icon, text and tone go together: colour alone never says what is going on. */
export interface Presentation extends Label {
  readonly tone: Tone;
}
