import { l10n } from '../../../base/l10n.ts';
import type { FindingCode, FindingSeverity } from './finding.ts';

interface ScanRule {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** Against lower-case text. */
  readonly pattern: RegExp;
  readonly message: () => string;
}

const secretFile =
  '(?:~/\\.|\\.ssh\\b|id_rsa|id_ed25519|\\.aws\\b|\\.env\\b|credentials?\\b|mcp\\.json|claude_desktop_config|\\.git-credentials|\\.netrc|\\.npmrc|\\.kube/config|/etc/(?:passwd|shadow)|private key|keychain|\\.gnupg|api keys?|access tokens?)';

/*
 * Instructions that no honest description contains. "You must call this first" is not
 * among them: real servers say so about their own tools.
 */
export const scanRules: readonly ScanRule[] = [
  {
    code: 'override',
    severity: 'high',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b.{0,20}\b(?:all |any |your |the |my )?(?:previous|prior|above|earlier|preceding|foregoing|system|existing|other)\b.{0,20}\b(?:instructions?|prompts?|messages?|rules?|directions?|guidelines?|context)\b/,
    message: () => l10n.t('It tells the model to ignore its instructions.'),
  },
  {
    code: 'override',
    severity: 'high',
    pattern:
      /忽略(?:之前|以上|先前|此前|所有|上述|前面).{0,10}(?:指令|指示|提示|说明|规则)|ignoriere (?:alle |sämtliche )?(?:vorherigen|bisherigen|obigen|früheren)|ignore[zrs]? (?:toutes )?les instructions (?:précédentes|ci-dessus|antérieures)|ignora (?:todas )?las instrucciones (?:anteriores|previas)|ignore (?:todas )?as instruções (?:anteriores|acima)|игнорируй(?:те)? (?:все )?(?:предыдущие|прежние|вышеуказанные)|(?:以前|上記|これまで|前)の(?:指示|命令|プロンプト)を(?:無視|忘れ)|이전.{0,4}(?:지시|명령|프롬프트).{0,6}무시/,
    message: () => l10n.t('It tells the model to ignore its instructions.'),
  },
  {
    code: 'conceal',
    severity: 'high',
    pattern:
      /\b(?:do not|don't|dont|never|must not|should not|without)\b.{0,15}\b(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|notify(?:ing)?|disclos(?:e|ing)|alert(?:ing)?|let(?:ting)?)\b.{0,30}\b(?:the |any )?users?\b|\b(?:hide|conceal|keep) (?:this|it|that)\b.{0,30}\bfrom (?:the )?users?\b|\busers? (?:must|should) (?:not|never) (?:know|see|notice|be told|find out)\b/,
    message: () => l10n.t('It tells the model to hide something from the user.'),
  },
  {
    code: 'conceal',
    severity: 'high',
    pattern:
      /不要(?:告诉|通知|告知|提及|透露).{0,8}用户|(?:sag|sage|verrate|erzähle|teile)\b.{0,15}\b(?:nutzer|benutzer|anwender)\b.{0,15}\b(?:nichts|nicht)|ne (?:le |la )?(?:dis|dites|mentionne|informe|révèle)\w*\b.{0,20}utilisateur|no (?:le )?(?:digas|informes|menciones|reveles)\b.{0,20}usuario|não (?:diga|informe|mencione|revele)\b.{0,20}usuário|не (?:говори|сообщай|упоминай|рассказывай)\w*.{0,20}пользовател|ユーザーに(?:は)?(?:知らせ|伝え|言わ|教え)な|사용자에게.{0,10}(?:말하지|알리지)/,
    message: () => l10n.t('It tells the model to hide something from the user.'),
  },
  {
    code: 'fake-markup',
    severity: 'high',
    pattern:
      /<\/?(?:important|system|secret|hidden|admin|critical|priority|sudo)>|<\|(?:im_start|im_end|system|assistant|user|endoftext)\|>|\[\/?inst\]|<<\/?sys>>|^[ \t]{0,20}(?:system|assistant) ?(?:prompt|message)? ?:/m,
    message: () => l10n.t('It imitates the markup of a conversation, to be taken for an instruction.'),
  },
  {
    code: 'reads-secrets',
    severity: 'high',
    pattern: new RegExp(
      `\\b(?:read|open|cat|load|fetch|access|retrieve|get|include|attach|send|pass|copy|extract|provide)\\b[^.\\n]{0,60}${secretFile}[^.\\n]{0,120}\\b(?:pass|send|include|provide|as|into|put|append|submit|upload|param\\w*|argument)\\b`,
    ),
    message: () => l10n.t('It asks for the contents of a file or key that holds secrets.'),
  },
  {
    code: 'smuggles',
    severity: 'high',
    pattern:
      /\b(?:pass|send|put|include|append|insert|provide|add|attach|copy|submit|forward)\b.{0,20}\b(?:entire|full|whole|complete|all(?: of)?(?: the)?|the|your|its|any)\b.{0,20}\b(?:conversation(?: history)?|chat history|system prompt|previous messages?|environment variables|env vars|api keys?|passwords?|credentials|secrets)\b.{0,40}\b(?:in|as|to|into|via|through|using)\b/,
    message: () => l10n.t('It asks for the conversation, or for secrets, in an argument.'),
  },
  {
    code: 'sends-away',
    severity: 'medium',
    pattern:
      /\b(?:send|post|upload|forward|exfiltrate|transmit|report|bcc|cc)\b.{0,60}\b(?:to|at)\b.{0,10}(?:https?:\/\/(?!localhost|127\.)\S|[\w.+-]{1,64}@[\w-]{1,64}\.\w{2,})/,
    message: () => l10n.t('It asks to send something to a fixed address.'),
  },
  {
    code: 'runs-download',
    severity: 'high',
    pattern:
      /\b(?:curl|wget)\b[^|\n]{0,200}\|\s*(?:sudo )?(?:ba|z|da)?sh\b|\bbase64 (?:-d|--decode)\b[^|\n]{0,100}\|\s*(?:ba|z)?sh\b/,
    message: () => l10n.t('It contains a command that downloads something and runs it.'),
  },
  {
    code: 'steers-choice',
    severity: 'low',
    pattern:
      /\b(?:always|only) (?:use|call|choose|prefer|invoke) this tool\b.{0,40}\b(?:instead|rather than|over|before any|never)\b|\b(?:do not|don't|never) (?:use|call) (?:any )?other tools?\b|\b(?:this tool|it) (?:has|takes) (?:priority|precedence) over\b/,
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

/** A fast filter that most texts do not pass; only then are the rules tried one by one. */
export const anyTrigger =
  /ignor|disregard|forget|override|bypass|tell|mention|inform(?!at)|reveal|notif|disclos|alert|\blet\b|letting|\bhide|conceal|keep (?:this|it|that)|must never|should never|(?:must|should) not (?:know|see|notice|be told|find)|nutzer|anwender|utilisateur|usu[aá]rio|<\/?(?:important|system|secret|hidden|admin|critical|priority|sudo)>|<\||\[\/?inst\]|<<\/?sys|(?:system|assistant)[a-z ]{0,9}:|\.ssh|id_rsa|id_ed25519|\.aws\b|\.env\b|credential|mcp\.json|claude_desktop|netrc|npmrc|\.kube|\/etc\/|private key|keychain|gnupg|api key|access token|~\/\.|conversation|chat history|system prompt|previous message|environment var|env var|password|secret|(?:\bto|\bat)\b.{0,10}(?:https?:|[\w.+-]{1,64}@)|curl|wget|base64|this tool|other tool|priority|precedence|<!--|\[\/\/\]|!\[|[ \t\u00a0\u3000]{80}|\n[ \t]{0,40}\n[ \t]{0,40}\n[ \t]{0,40}\n|instruc|instruç/;
/** The same for other scripts. */
export const anyForeignTrigger = /忽略|игнорируй|無視|忘れ|무시|不要|пользовател|ユーザー|사용자|[äéèçãáíóú]/;
