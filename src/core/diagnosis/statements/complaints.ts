/** What a message complains about. */
export type Complaint =
  | 'limit'
  | 'expired'
  | 'denied'
  | 'unreachable'
  | 'taken'
  | 'moved'
  | 'missing'
  | 'absent'
  | 'unsupported'
  | 'disabled'
  | 'invalid';

const given =
  '(?:set|provided|specified|configured|defined|given|supplied|passed|present|declared|filled(?: in)?|populated|assigned)';
const cannot = "(?:could not|couldn't|cannot|can't|unable to|failed to|not able to|error)";

/** The words for it, also as systems and servers print them in other languages. The first that fits decides. */
export const complaints: readonly (readonly [Complaint, RegExp])[] = [
  [
    'limit',
    /rate.?limit|quota|too ?many ?requests|\b429\b|(?:limit|credits?|balance|allowance|usage)\b.{0,30}(?:reached|exceeded|exhausted|used up|too low|depleted)|insufficient (?:credits?|balance|funds|quota)|payment required|配额|余额不足|超出限制|频率/i,
  ],
  [
    'expired',
    /\bexpired?\b|(?:subscription|trial|plan|license|licence) (?:has |is )?(?:ended|over|inactive|cancell?ed)|no longer (?:valid|active)|revoked|过期|失效|abgelaufen|expirée?\b|caducad|истек/i,
  ],
  [
    'moved',
    /\bis (?:now )?deprecated\b|has been (?:deprecated|renamed|moved|replaced|archived|discontinued|sunset)|no longer (?:maintained|supported|available)|已弃用|已废弃/i,
  ],
  [
    'taken',
    /already (?:exists|in use|running|allocated|bound|locked|open|taken)|(?<!-)\b(?:in use|locked|busy)\b|被占用|已存在|in Gebrauch|déjà utilisé|ya en uso/i,
  ],
  [
    'absent',
    /(?:not|n't) (?:been )?installed\b|(?:please|need to|must|have to) install|未安装|nicht installiert|non installé|no (?:está )?instalad|не установлен[ао]?\b/i,
  ],
  [
    'missing',
    new RegExp(
      `: (?:is )?(?:required|missing)\\.?$|\\b(?:is|are) an? (?:required|mandatory) |\\b(?:is|are|was|were|be) (?:required|missing|mandatory|unset|undefined|needed|empty|blank|null)\\b|\\b(?:required|mandatory)\\b.{0,40}\\b(?:missing|not)\\b|not ${given}\\b|n't ${given}\\b|must (?:be ${given}|have|provide|set|specify|supply|pass|include|contain)|cannot be (?:empty|blank|null|undefined)|\\b(?:please|must|should|need to|have to|you may) (?:first )?(?:set|provide|specify|configure|supply|pass|define|export|add|enter|fill)\\b|\\bno (?:\\S+ ){1,6}${given}\\b|\\bmissing\\b|\\bunset\\b|\\bwithout (?:an? |the )?(?:\\S+ ){0,3}(?:key|token|url|credential|password)|\\brequires? (?:an? |the |your |at least )?(?:\\S+ ){0,3}(?:variable|key|token|credential|password|argument|option|flag|parameter|setting|url|secret|config|file|path|folder|directory|name|id|address|host|database|project|sub-?command|dependenc|package|extra)|缺少|缺失|未设置|未配置|没有设置|没有配置|必须设置|不能为空|请(?:先)?(?:设置|配置|提供)|未提供|设定されていません|設定されていません|未設定|が必要|nicht gesetzt|nicht angegeben|fehlt|fehlende|erforderlich|non définie?|manquante?|requise?\\b|no (?:está|esta) (?:definid|configurad)|no definid|\\bfalta\\b|requerid|não definid|obrigatóri|nao (?:definid|encontrad|configurad)|не задан|не установлен|не указан|отсутствует|설정되지|필요합니다`,
      'i',
    ),
  ],
  [
    'unreachable',
    /\b(?:refused|unreachable|unresponsive)\b|timed? ?out\b|no route|(?:could not|couldn't|cannot|can't|unable to|failed to) (?:connect|reach|contact|communicate|establish|resolve host)|connection (?:closed|reset|failed|error|lost|aborted)|getaddrinfo|network is|is(?: not|n't) (?:running|reachable|responding|listening|started|up)\b|not running|not connected|make sure .{1,60} is (?:running|open|started)|no running|\bis .{2,40} running\b[^?]{0,60}\?|start the .{1,30} first|无法连接|连接失败|连接超时|超时|未启动|未运行|nicht erreichbar|Verbindung (?:abgelehnt|verweigert)|接続できません|connexion refusée|conexión rechazada|Не удалось подключиться/i,
  ],
  [
    'absent',
    new RegExp(
      `not found|(?:could|can) ?not be (?:found|located|opened|loaded|read|accessed|resolved)|\\bno such\\b|does(?: not|n't) (?:seem to )?exist|${cannot} (?:find|locate|open|load|resolve|access|read|import|stat|detect|determine|discover|obtain)|not (?:been )?(?:installed|downloaded|built|available)|n't (?:installed|find)|not installed|없습니다|nao encontrado|nao existe|\\bno (?:\\S+ ){1,4}(?:found|available|detected|installed|matching)|is(?: not|n't) (?:a (?:valid )?)?(?:git |existing )?(?:director|folder|file|path|repositor|project)|not a git|doesn't appear to be|there is no\\b|\\bno \\w+ (?:at|in|under) (?=[/~."'])|nonexistent|non-existent|无法打开|无法读取|无法加载|找不到|未找到|不存在|没有找到|没有那个|見つかりません|wurde nicht gefunden|nicht gefunden|existiert nicht|kann nicht gefunden|introuvable|n'existe pas|no se encuentra|no se encontr|no existe|não (?:foi )?encontrad|não existe|не найден|не существует|찾을 수 없|빠져 있|없습니다`,
      'i',
    ),
  ],
  [
    'denied',
    /access (?:is |was )?denied|(?:does not|doesn't|do not) have access|no access to|permission|forbidden|unauthori[sz]ed|not (?:allowed|permitted|authori[sz]ed|entitled)|insufficient (?:privilege|scope|right)|read-only|拒绝|权限|未授权|accès refusé|acceso denegado|Zugriff (?:verweigert|wurde verweigert)|отказано|権限/i,
  ],
  ['disabled', /not enabled|is disabled|(?:switched|turned) off|未启用|已禁用/i],
  [
    'unsupported',
    /(?:not|un)[ -]?support|incompatible|version mismatch|too old|outdated|not compatible|only (?:works|runs|supports|available) (?:on|with|for|in)|不支持|nicht unterstützt|non pris en charge/i,
  ],
  [
    'invalid',
    /\binvalid\b|malformed|\bunknown\b|unrecogni[sz]ed|\billegal\b|unexpected|\bbad\b|\bwrong\b|\bis not (?:an?|in|inside|part of) |not (?:a |an )?(?:valid|recogni[sz]ed|allowed|one of)|must (?:be|have|not|contain|match|start|end)|cannot be |\bexpected\b|(?:could not|cannot|failed to|unable to|error) (?:pars|decod|convert|validat)|out of range|conflict|无效|不合法|ungültig|invalide|inválid|недопустим|неверн|無効|不正/i,
  ],
];
