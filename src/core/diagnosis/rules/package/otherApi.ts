import { l10n } from '../../../../base/l10n.ts';
import { packageOf, useNewest } from '../../cures/newestVersion.ts';
import { updateLibrary } from '../../cures/updateLibrary.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { pinned } from './pinned.ts';

/** A library that changed: what the server calls is not in it, or not with these arguments. */
export const otherApi = outputRule(
  'package/api',
  [
    /(?:TypeError|[Ff]ailed[^\n:]{0,40}|Error[^\n:]{0,40}): ([A-Z]\w{1,60}(?:\.\w{1,60})?)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w{1,60})'/,
    /AttributeError: (?:module|type object) '([\w.]{1,80})' has no attribute '(\w{1,60})'/,
    /AttributeError: '([A-Z]\w{1,60})' object has no attribute '(\w{1,60})'/,
    /NoSuchMethodError: [^\n]{0,40}?'?([\w.$<>]{1,120}\.)?(\w{1,60})\(/,
    /MissingMethodException: Method not found: '[^'\n]{0,60}?([\w.]{1,120})\.(\w{1,60})\(/,
    /undefined: ([a-z]\w{1,40})\.([A-Z]\w{1,60})/,
    /SyntaxError: The requested module '([^'\n]{1,100})' does not provide an export named '(\w{1,60})'/,
  ],
  ([, library = '', name = ''], evidence, line) => {
    // In a script of the user it is rather a slip of the pen.
    if (!stdioOf(evidence) || !evidence.end || !(packageOf(evidence) || isWithoutPlace(library, evidence)))
      return undefined;
    const from = library.replace(/\.$/, '');
    const pin = pinned(from, evidence);
    return {
      cause: pin
        ? pin.cause(from, name)
        : l10n.t('A library of the server is in another version than it expects: {0} has no "{1}".', from, name),
      remedies: [
        ...(pin?.remedies ?? []),
        ...useNewest(evidence),
        ...updateLibrary(evidence),
        advise(l10n.t('Use another version of the server, or of the library.')),
      ],
      proof: line,
      isCertain: false,
    };
  },
);

/** With a traceback, the line of the user's own script is known. */
function isWithoutPlace(library: string, evidence: Evidence): boolean {
  return pinned(library, evidence) !== undefined && !/Traceback/.test(outputOf(evidence));
}
