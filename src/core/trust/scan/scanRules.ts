import { l10n } from '../../../base/l10n.ts';
import type { FindingCode, FindingSeverity } from './finding.ts';
import { foreignConceal, foreignOverride, foreignSecrets } from './foreignRules.ts';

interface ScanRule {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** Against lower-case text. */
  readonly pattern: RegExp;
  readonly message: () => string;
}

const any = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'm');

/** Who is kept in the dark. */
const person = '(?:users?|humans?|persons?|people|operators?|customers?|anyone|anybody|them)';
const telling =
  '(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|notify|notifying|disclose|disclosing|alert|alerting|let|letting|show|showing|display|displaying|report|reporting|say|saying|explain|explaining|summari[sz]e|bring)';
const not = "(?:do not|don't|dont|never|must not|should not|shall not|may not|cannot|avoid|without|refrain from)";

const conceal = any(
  `\\b${not}\\b.{0,20}\\b${telling}\\b.{0,40}\\b${person}\\b`,
  `\\b${not}\\b.{0,20}\\b(?:tell|telling|mention|mentioning|reveal|disclose|report|reporting|summari[sz]e|refer to|bring (?:it|this|that) up|say)\\b.{0,40}\\b(?:in|to|about) (?:your|the|this|any) (?:reply|answer|response|summary|chat|conversation|output|action|step)`,
  `\\b(?:hide|conceal|keep|withhold)\\b.{0,40}\\bfrom (?:the )?(?:human )?${person}\\b`,
  `\\b(?:the |any )?${person} (?:must|should|shall|need|needs|does|do|is|are|may|will|would|can)(?: not|n't| never) (?:(?:need |have |supposed |meant )?to )?(?:know|see|notice|learn|realize|be (?:told|aware|informed|shown)|find out|hear)`,
  '\\btell(?:s|ing)? (?:nobody|no one|no-one)\\b|\\bsay nothing\\b|\\bbe (?:quiet|silent|discreet) about\\b|\\bkeep (?:this|it|that|quiet)\\b.{0,20}\\b(?:secret|hidden|quiet|to yourself|private)\\b',
  `\\b${not}\\b.{0,20}\\b(?:mention|mentioning|reveal|revealing|disclose|disclosing|admit|acknowledge|let on)\\b (?:to \\w+ )?(?:that |how |why )?(?:you|this|it)\\b`,
  '\\bpresent (?:it|this|that|them|the \\w+)\\b.{0,20}\\bas (?:if|though)\\b|\\b(?:format|disguise|mask|dress)\\b.{0,20}\\b(?:to look like|as (?:normal|ordinary|regular))|\\b(?:delete|remove|erase)\\b.{0,40}\\b(?:evidence|traces?|this message)\\b',
  '\\bleave (?:it|this|that|them)\\b.{0,20}\\bout of\\b|\\bact as (?:if|though) nothing\\b|\\bpretend (?:that )?(?:nothing|you (?:did|have) not|it did not)\\b',
  "\\b(?:secretly|covertly|discreetly|surreptitiously|unnoticed)\\b|\\bbehind (?:the )?user'?s?'? back\\b|\\b(?:silently|quietly) (?!ignor|fail|drop|skip|truncat|discard|return|fall|degrad|reject|omit|los|remov|no-op|do nothing|swallow|chang|accept|coerc|cap|clamp|overwrit)(?:\\w+ ){0,3}(?:send|sends|upload|run|call|read|copy|store|forward|add|delete|execute|perform|carry|include)|\\b(?:send|upload|run|call|read|copy|store|forward|execute|carry out|perform)\\b.{0,40}\\b(?:silently|quietly)\\b",
);
const consent = any(
  "\\bwithout (?:first )?(?:asking|requesting|waiting for|getting|needing|seeking)\\b.{0,20}\\b(?:user|users|permission|confirmation|approval|consent|human)\\b|\\bwithout (?:the )?(?:user'?s?|human|any) (?:permission|confirmation|approval|consent|knowledge|interaction)\\b",
  "\\b(?:skip|bypass|omit|suppress|disable|ignore) (?:the |any |all )?(?:user )?(?:confirmation|consent|permission|approval)s?\\b|\\b(?:do not|don't|never) ask\\b.{0,20}\\b(?:user|human|permission|confirmation|approval)\\b.{0,30}(?:\\bfor\\b|\\bto confirm\\b|[.;,]|$)|\\b(?:user|human)s? (?:has|have) (?:already |previously )?(?:approved|consented|agreed|authori[sz]ed|confirmed)|\\bapproved everything\\b|\\bno (?:further )?(?:confirmation|approval|permission) (?:is )?(?:needed|required|necessary)|\\bwithout (?:question|hesitation|asking)\\b",
);

const earlier =
  '(?:previous|prior|above|earlier|preceding|foregoing|system|existing|other|safety|security|original|past|initial|former|developer|user)';
const orders =
  '(?:instructions?|prompts?|messages?|rules?|measures?|checks?|controls?|directions?|guidelines?|context|polic(?:y|ies)|restrictions?|constraints?|guardrails?|filters?|safeguards?|training)';
const override = any(
  `\\b(?:ignore|disregard|forget|override|bypass|circumvent|discard|neglect|overrule|pay no attention to|stop following|(?:do not|don't|never) (?:follow|obey))\\b.{0,25}\\b${earlier}\\b.{0,20}\\b${orders}\\b`,
  `\\b(?:ignore|disregard|forget|bypass|do not follow|don't follow|stop following|pay no attention to|violate|break)\\b.{0,20}\\b(?:your|the user'?s|the developer'?s|all|any|the) (?:safety |security |own |current )?${orders}\\b(?! (?:field|param|argument|property|file))`,
  '\\b(?:ignore|disregard|forget) (?:everything|anything|all|whatever|what)\\b.{0,20}\\b(?:above|before|said|told|else|learned|know|earlier|so far|previously)\\b',
  `\\b(?:your|all|the|these|previous|earlier|prior|existing) (?:\\w+ ){0,3}${orders}\\b.{0,25}\\b(?:(?:is|are|were|have been|has been) (?:now )?(?:void|superseded|replaced|obsolete|cancel\\w*|revoked|suspended|lifted|invalid|outdated)|(?:do not|does not|don't|doesn't|no longer) apply)`,
  `\\b(?:replaces?|supersedes?|overrides?|takes? precedence over) (?:all |any |your |the )*(?:\\w+ )?${earlier}\\b.{0,12}\\b${orders}\\b`,
  `\\b(?:new|following|these|below) ${orders}\\b.{0,12}\\b(?:only|instead|override|replace)|\\bnew (?:system )?(?:instructions|task|prompt|rules) ?:|\\byour new (?:task|role|goal|objective|job|instructions?) (?:is|are)\\b|\\bfollow (?:only|instead) (?:the|these|this)|\\bfollow (?:the ones|these|those)(?: \\w+)? (?:instead|below)`,
  '\\byou are (?:now|henceforth|from now on)\\b(?! (?:connected|ready|able|using|logged))|\\bfrom now on,? (?:you|always|never|only|every)\\b|\\byou may do anything\\b|\\b(?:unrestricted|jailbroken|uncensored) (?:agent|assistant|ai|model|mode)\\b|\\b(?:assistant|ai|agent|model) (?:without|with no) (?:any )?(?:restrictions|limits|rules|filters)|\\b(?:jailbreak|god mode|developer mode enabled|maintenance mode)\\b|\\bsystem override\\b',
  '\\b(?:obey|comply with|execute|follow|do)\\b.{0,12}\\b(?:any|all|every|exactly)\\b.{0,25}\\b(?:instructions?|commands?|orders?|(?:what )?it (?:returns|says|tells|outputs))\\b|\\b(?:output|result|response)s? (?:of this tool )?(?:must|has to|have to|should) be (?:obeyed|followed|executed)\\b|\\bobey (?:the|this|these|only|me|what)\\b',
  '\\b(?:no matter|regardless of|whatever) (?:what )?the (?:user|system|developer)(?: prompt| message)? (?:asks?|says?|wants?|tells?|instructs?|requests?)\\b',
);

const strictSecret =
  '(?:~/\\.(?:ssh|aws|npmrc|netrc|kube|docker|gnupg|config/(?:gcloud|gh)|cursor|claude|bash_history|zsh_history|pgpass|pypirc|env)|\\.ssh\\b|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b|\\.aws/|\\.env\\b(?!\\.example)|\\bmcp\\.json|claude_desktop_config|\\.git-credentials|\\.netrc|\\.npmrc|\\.kube/config|/etc/(?:passwd|shadow|sudoers)|\\b(?:ssh|private|signing|ssl|gpg|wallet) keys?\\b|\\bkeychain|\\.gnupg|application_default_credentials|\\bseed phrase|\\bpassword (?:manager|store|vault)|\\b(?:saved |stored |browser )+(?:passwords|cookies|logins)|169\\.254\\.169\\.254|\\bmetadata\\.google\\.internal|\\bauthorized_keys|\\.bash_history|\\.(?:pem|p12|pfx)\\b)';
const looseSecret =
  '(?:credentials?\\b|api keys?\\b|access tokens?\\b|auth(?:entication)? tokens?\\b|passwords?\\b|session cookies?\\b|environment variables|env vars|\\.env\\b)';
const taking =
  '(?:read|open|cat|load|fetch|access|retrieve|get|include|attach|send|pass|copy|extract|provide|supply|paste|place|put|submit|append|upload|take|add|collect|gather|dump|steal|print|grab|give|hand|insert|contents? of|screenshot of)';
const givingTo =
  '(?:pass|send|include|provide|supply|paste|as|into|in|put|append|submit|upload|attach|param\\w*|argument|field|with)';

const readsSecrets = any(
  `\\b${taking}\\b[^.\\n]{0,60}${strictSecret}`,
  `${strictSecret}[^.\\n]{0,60}\\b(?:read|send|submit|upload|attach|include|pass|paste|supply|copy)\\b`,
  `\\bcontents? of\\b.{0,30}${strictSecret}`,
  `\\b(?:read|open|cat|load|extract|steal|dump|collect|gather|grab|append|attach|copy|retrieve)\\b[^.\\n]{0,50}\\b(?:the |its |their )?(?:users?'?s? |your |all |every |any |values? of )+(?:\\w+ ){0,2}${looseSecret}[^.\\n]{0,120}\\b${givingTo}\\b`,
);

const everything =
  '(?:entire|full|whole|complete|all(?: of)?(?: the)?|every|any|your|the text of all|list of all|the values? of(?: all)?)';
const privateThings =
  '(?:conversation(?: history| so far)?|chat (?:history|transcript|log)|transcript|previous messages?|environment variables|env vars|api keys?|passwords?|credentials|secrets|access tokens?|tokens|e?mails? (?:you|read)|source (?:files|code)|git history)';
const smuggles = any(
  `\\b(?:pass|send|put|include|append|insert|provide|add|attach|copy|submit|forward|paste|supply|needs?|requires?|collect|gather|upload|post|hand|give|share|contains?)\\b.{0,25}\\b${everything}\\b.{0,20}\\b${privateThings}\\b.{0,60}\\b(?:in|as|to|into|via|through|using|here|with|over|parameter|argument|field)\\b`,
  `^(?:an? |the )?(?:list of )?(?:all|every|full|entire|complete|whole)\\b.{0,12}\\b(?:conversation history|chat history|transcript|passwords?|secrets|credentials|api keys?)\\b`,
  `\\b(?:include|return|append|add|put|show|output|send|extract|leak)\\b.{0,20}\\b(?:the|these|those|all|any|its|their|them|master|admin)\\b.{0,20}\\b(?:api keys?|credentials|secrets|passwords?|confidential \\w+|private \\w+)\\b.{0,20}\\bin (?:your|the) (?:response|reply|answer|output|result)`,
  `\\b(?:read|access|open|fetch|extract|retrieve|collect)\\b.{0,25}\\b(?:confidential|secrets?|credentials|passwords?|api keys?)\\b.{0,80}\\b(?:include|return|send|pass|put|append)\\b.{0,20}\\b(?:it|them|these|those|in your)\\b`,
  '\\b(?:send|leak|give|forward|post|upload)\\b.{0,20}\\b(?:credentials|secrets|passwords|api keys|tokens)\\b.{0,20}\\b(?:to|with)\\b.{0,20}\\b(?:attacker|server|endpoint|address|url|us)\\b',
  `\\b(?:all|every)\\b.{0,12}\\b(?:passwords?|secrets|credentials|api keys?|tokens)\\b.{0,25}\\b(?:mentioned|seen|you (?:have|know|saw)|user|session|conversation)\\b`,
  '\\b(?:copy|paste|repeat|reveal|include|put|send|print|output|provide|pass|append|insert|leak)\\b.{0,25}\\b(?:your|the) (?:system|initial|hidden|original) (?:prompt|message|instructions)|\\bsystem prompt (?:that )?you (?:were|have been|are) given\\b|\\byour system prompt\\b',
);

const sendsAway = any(
  '\\b(?:send|sent|post|upload|forward|forwarded|transmit|report|mail|mailed|email|emailed|deliver|leak|submit)\\b.{0,80}\\b(?:to|at)\\b.{0,12}(?:https?:\\/\\/(?!localhost|127\\.)\\S|[\\w.+-]{1,64}@[\\w-]{1,64}\\.\\w{2,})',
  '\\b(?:b?cc)\\b.{0,40}[\\w.+-]{1,64}@[\\w-]{1,64}\\.\\w{2,}',
  '\\b(?:change|replace|set|switch|rewrite|redirect)\\b.{0,40}\\b(?:recipients?|destinations?|account(?: number)?|iban|wallet|address(?:ee)?)\\b.{0,12}\\b(?:to|with|by)\\b.{0,12}(?:[\\w.+-]{1,64}@|https?:|0x[0-9a-f]{6}|[a-z]{2}\\d{2})',
  '\\bexfiltrat',
);

const runs = any(
  '\\b(?:curl|wget)\\b[^|\\n]{0,200}\\|\\s*(?:sudo )?(?:ba|z|da)?sh\\b|\\bbase64 (?:-d|--decode)\\b[^|\\n]{0,100}\\|\\s*(?:ba|z)?sh\\b',
  '\\brm -rf (?:/|~|\\*|\\.)|\\b(?:append|add|write|insert|echo)\\b.{0,60}(?:authorized_keys|~/\\.(?:bashrc|zshrc|profile|bash_profile)|crontab)|\\$\\((?:cat|curl|wget|env|printenv)\\b',
);

const otherTools = '(?:any|every|all|each|another|other)(?: of the)?(?: other)? (?:mcp )?(?:\\w+ )?(?:tools?|servers?)';
const steersOthers = any(
  `\\b(?:before|whenever|when|after|for|in|if) (?:you )?(?:us(?:e|ing)|calls? (?:of|to|with|made with)|calling|every call (?:of|to)|all (?:calls|payments|messages|requests)\\b.{0,20}\\b(?:with|of|by|to))?\\s?${otherTools}\\b.{0,60}\\b(?:call|pass|add|set|replace|append|change|must|forward|send|use)\\b`,
  `\\b(?:call|use|run|invoke)d? this (?:tool|one)\\b.{0,20}\\b(?:before|prior to) ${otherTools}`,
  `\\bother (?:\\w+ )?tools?\\b.{0,30}\\b(?:are|is) (?:insecure|broken|unsafe|deprecated|dangerous|outdated|forbidden)|\\b(?:original|other) (?:one|tools?)\\b.{0,20}\\bmust not be used|\\bnever call the original\\b`,
  '\\b(?:redirect|reroute|intercept|hijack)\\b.{0,40}\\b(?:calls?|requests?|queries|quer(?:y|ies)|messages?)\\b|\\bforward the (?:query|call|request|arguments?)\\b.{0,30}\\bto this (?:server|tool)\\b',
  '\\b(?:always|must) (?:call|use|run|invoke|be) (?:this tool |the )?first\\b.{0,60}\\b(?:every|any|whatever|no matter|each|other servers?)|\\bfirst tool (?:that )?(?:you )?(?:call|use|run|called|used)?\\b.{0,20}\\b(?:in|of|for) (?:every|each|any|all)\\b',
);

const markup = any(
  '<\\/?(?:important|system|secret|hidden|admin|critical|priority|sudo|instructions?|tool_call|tool_use|function_calls?|system[-_](?:prompt|reminder|message|note|override)|assistant|human|prompt)>',
  '<\\|[a-z_]{3,24}\\|>|\\[\\/?inst\\]|<<\\/?sys>>|\\[\\/?system\\]|\\[\\/?(?:assistant|admin)\\]',
  '^[ \\t]{0,20}(?:#{1,6} ?)?(?:system|assistant|human)(?: (?:prompt|message|override))? ?:',
);

const tellsToHide = (): string => l10n.t('It tells the model to hide something from the user.');
const tellsToIgnore = (): string => l10n.t('It tells the model to ignore its instructions.');
const asksForSecrets = (): string => l10n.t('It asks for the contents of a file or key that holds secrets.');

/*
 * Instructions that no honest description contains. "You must call this first" is not
 * among them: real servers say so about their own tools.
 */
export const scanRules: readonly ScanRule[] = [
  { code: 'override', severity: 'high', pattern: override, message: tellsToIgnore },
  { code: 'override', severity: 'high', pattern: foreignOverride, message: tellsToIgnore },
  { code: 'conceal', severity: 'high', pattern: conceal, message: tellsToHide },
  { code: 'conceal', severity: 'high', pattern: foreignConceal, message: tellsToHide },
  {
    code: 'skips-consent',
    severity: 'medium',
    pattern: consent,
    message: () => l10n.t('It tells the model to act without the consent of the user.'),
  },
  {
    code: 'fake-markup',
    severity: 'high',
    pattern: markup,
    message: () => l10n.t('It imitates the markup of a conversation, to be taken for an instruction.'),
  },
  { code: 'reads-secrets', severity: 'high', pattern: readsSecrets, message: asksForSecrets },
  { code: 'reads-secrets', severity: 'high', pattern: foreignSecrets, message: asksForSecrets },
  {
    code: 'smuggles',
    severity: 'high',
    pattern: smuggles,
    message: () => l10n.t('It asks for the conversation, or for secrets, in an argument.'),
  },
  {
    code: 'sends-away',
    severity: 'medium',
    pattern: sendsAway,
    message: () => l10n.t('It asks to send something to a fixed address.'),
  },
  {
    code: 'runs-download',
    severity: 'high',
    pattern: runs,
    message: () => l10n.t('It contains a command that downloads something and runs it.'),
  },
  {
    code: 'steers-others',
    severity: 'medium',
    pattern: steersOthers,
    message: () => l10n.t('It gives orders about other tools.'),
  },
  {
    code: 'steers-choice',
    severity: 'low',
    pattern:
      /\b(?:always|only) (?:use|call|choose|prefer|invoke) this (?:tool|one)\b.{0,40}\b(?:instead|rather than|over|before any|never)\b|\b(?:do not|don't|never) (?:use|call) (?:any )?other tools?\b|\b(?:this tool|it) (?:has|takes) (?:priority|precedence) over\b/,
    message: () => l10n.t('It asks to be preferred over other tools.'),
  },
  {
    code: 'secret-path',
    severity: 'low',
    pattern:
      /~\/\.(?:ssh|aws|gnupg|netrc|cursor\/mcp\.json)|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)\b|\.git-credentials\b|claude_desktop_config\.json/,
    message: () => l10n.t('It mentions a place where secrets are kept.'),
  },
  {
    code: 'hidden-comment',
    severity: 'medium',
    pattern: /<!--(?:(?!<!--)[^]){20,2000}?-->|\[\/\/\]: # \(/,
    message: () => l10n.t('It contains a comment that is invisible when rendered.'),
  },
  {
    code: 'remote-image',
    severity: 'medium',
    pattern: /!\[[^\][\n]{0,200}\]\(https?:\/\/[^)\s?&=]{1,300}[?&=]/,
    message: () => l10n.t('It contains an image whose URL can carry data away.'),
  },
  {
    code: 'long-blank',
    severity: 'medium',
    pattern: /[ \t\u00a0\u3000]{80}|(?:[ \t]{0,79}\n){15}/,
    message: () => l10n.t('A long run of blanks pushes part of the text out of sight.'),
  },
];

/** For names: few words, and no sentence around them. */
export const keyRules: readonly ScanRule[] = [
  ...scanRules.filter(({ code }) => code === 'override' || code === 'conceal'),
  {
    code: 'reads-secrets',
    severity: 'high',
    pattern:
      /\b(?:contents?|text|value|dump|copy|read)\b.{0,20}\b(?:env file|ssh|private key|id rsa|aws credentials|passwords?|mcp json|git credentials)\b/,
    message: asksForSecrets,
  },
  {
    code: 'smuggles',
    severity: 'high',
    pattern:
      /\b(?:full|entire|whole|complete|all)\b.{0,12}\b(?:conversation|chat) (?:history|transcript|log)\b|\b(?:system prompt (?:copy|text|verbatim)|all (?:passwords|secrets|api keys))\b/,
    message: () => l10n.t('It asks for the conversation, or for secrets, in an argument.'),
  },
];

/** A fast filter that most texts do not pass; only then are the rules tried one by one. */
export const anyTrigger =
  /ignor|disregard|forget|overrid|overrul|bypass|circumvent|neglect|discard|violat|attention|stop following|follow|obey|comply|supersed|replaces?\b|precedence|no longer|not apply|n't apply|\byou are\b|from now on|do anything|restrict|uncensor|jailbr|god mode|mode\b|system|matter what|regardless|whatever|new (?:task|rules|role|goal|prompt|instruc)|tell|mention|inform(?!at)|reveal|notif|disclos|alert|\blet\b|letting|\bshow|display|report|\bsay|explain|summar|bring|\bhide|conceal|withhold|keep |leave |nothing|secret|covert|discreet|surrept|unnotic|silent|quiet|\bback\b|(?:must|should|shall|need|does|do|is|are|may|will|would|can)s? ?(?:not|n't|never)|without|confirm|consent|permission|approv|hesitat|<\/?[a-z_-]{5,20}>|<\||\[\/?(?:inst|system|assistant|admin)\]|<<\/?sys|(?:system|assistant|human)[a-z ]{0,9}:|\.ssh|id_|\.aws|\.env\b|credential|mcp\.json|claude_desktop|netrc|npmrc|\.kube|\/etc\/|(?:ssh|private|signing|ssl|gpg|wallet) key|keychain|gnupg|seed phrase|password|cookie|169\.254|metadata\.google|authorized_keys|_history|\.(?:pem|p12|pfx)\b|api key|token|~\/\.|conversation|transcript|chat |system prompt|previous message|environment var|env var|source (?:file|code)|git history|\bb?cc\b|recipient|destination|account|iban|wallet|exfiltr|(?:\bto|\bat)\b.{0,12}(?:https?:|[\w.+-]{1,64}@)|curl|wget|base64|rm -rf|bashrc|zshrc|profile|crontab|\$\(|this tool|other|every|redirect|reroute|intercept|hijack|forward|first|original|priority|<!--|\[\/\/\]|!\[|[ \t\u00a0\u3000]{80}|\n[ \t]{0,40}\n[ \t]{0,40}\n[ \t]{0,40}\n|instruc/;
