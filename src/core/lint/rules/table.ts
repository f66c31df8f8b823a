import type { LintRule } from '../model/rule.ts';
import { behaviourRules } from './behaviour.ts';
import { descriptionRules } from './descriptions.ts';
import { modelRules } from './models.ts';
import { nameRules } from './names.ts';
import { schemaRules } from './schemas.ts';
import { wholeServerRules } from './servers.ts';

export const lintRules: readonly LintRule[] = [
  ...nameRules,
  ...schemaRules,
  ...modelRules,
  ...descriptionRules,
  ...behaviourRules,
  ...wholeServerRules,
];
