/* The same orders in other languages. */

export const foreignOverride =
  /(?:忽略|无视|忘记|不要遵守|忽視)(?:你)?(?:之前|以上|先前|此前|所有|上述|前面|系统|全部).{0,12}(?:指令|指示|提示|说明|规则)|(?:ignoriere?|vergiss|missachte)\b.{0,12}(?:alle |sämtliche )?(?:vorherigen|bisherigen|obigen|früheren|vorigen)|(?:ignore[zrs]?|oublie[zrs]?) (?:toutes )?(?:les|tes|vos) (?:instructions|consignes|règles) (?:précédentes|ci-dessus|antérieures)|(?:ignor[ae]|olvid[ae])(?: todas)? las (?:instrucciones|reglas) (?:anteriores|previas)|(?:ignore|esqueça) (?:todas )?as instruções (?:anteriores|acima)|ignor[ai] (?:tutte )?le istruzioni (?:precedenti|sopra)|(?:игнорируй|забудь)(?:те)? (?:все )?(?:предыдущие|прежние|вышеуказанные)|(?:以前|上記|これまで|前).{0,4}(?:指示|命令|プロンプト).{0,2}(?:無視|忘れ)|이전.{0,6}(?:지시|명령|프롬프트).{0,6}무시|önceki (?:tüm )?talimatları|تجاهل.{0,12}(?:التعليمات|الأوامر)|(?:पिछले|पूर्व).{0,12}निर्देश.{0,8}(?:अनदेखा|नज़रअंदाज़)|negeer (?:alle )?(?:vorige|eerdere)|zignoruj (?:wszystkie )?(?:poprzednie|wcześniejsze)/;

export const foreignConceal =
  /(?:不要|别|请勿|不得|切勿).{0,4}(?:告诉|通知|告知|提及|透露|让).{0,8}用户|(?:sag|sage|verrate|erzähle|teile|verschweige)\b.{0,15}\b(?:nutzer|benutzer|anwender)\b.{0,15}\b(?:nichts|nicht|mit)|(?:dem|den) (?:nutzer|benutzer|anwender) (?:nichts|nicht)\b|ne (?:le |la )?(?:dis|dites|mentionne|informe|révèle|parle)\w*\b.{0,30}utilisateur|sans (?:en )?(?:informer|prévenir|avertir).{0,12}utilisateur|no (?:le )?(?:digas|diga|informes|informe|menciones|mencione|reveles|revele)\b.{0,20}usuario|sin (?:informar|avisar|decir)\w*.{0,12}usuario|não (?:diga|informe|mencione|revele|conte)\b.{0,20}usuário|non (?:dire|dirlo|menzionare|informare|rivelare|dica)\b.{0,20}utente|(?:не (?:говори|сообщай|сообщая|упоминай|рассказывай)|без ведома)\w*.{0,20}пользовател|ユーザーに.{0,8}(?:知らせ|伝え|言わ|教え|通知せ)(?:な|ず)|사용자(?:에게|가).{0,10}(?:말하지|알리지|모르게)|kullanıcıya (?:söyleme|bildirme|bahsetme)|(?:لا|ولا) تخبر.{0,8}المستخدم|उपयोगकर्ता को (?:न|मत|नहीं) बता|vertel.{0,12}gebruiker niet|nie mów użytkownik/;

const places = '(?:~/\\.|\\.ssh|id_rsa|\\.env\\b|/etc/)';

export const foreignSecrets = new RegExp(
  [
    `(?:\\blee |\\bleia |\\bleggi |\\blis(?:ez)? |\\blies |прочитай|读取|讀取|oku|読み取|읽).{0,40}${places}`,
    `${places}.{0,20}(?:を読|读取|oku|읽)`,
    '(?:私钥|密钥|密码|凭据|秘密鍵|パスワード|비밀 ?키|비밀번호).{0,20}(?:内容|放入|发送|上传|读取|読み取|送信|업로드|전송)|(?:读取|发送|上传|获取).{0,12}(?:私钥|密钥|密码|凭据)',
  ].join('|'),
);

/** A fast filter, for texts that are not ASCII. */
export const anyForeignTrigger =
  /忽略|无视|忘记|忽視|不要|别|请勿|不得|切勿|игнорируй|забудь|無視|忘れ|무시|пользовател|прочитай|ユーザー|사용자|密|私钥|パスワード|비밀|تجاهل|تخبر|निर्देश|उपयोगकर्ता|önceki|kullanıcı|[äéèçãáíóúêłş]/;
/** The same for languages that are often written in ASCII. */
export const anyLatinTrigger =
  /nutzer|anwender|utilisateur|usu[aá]rio|utente|gebruiker|istruzioni|instruccion|instruç|ignor|\b(?:lee|leia|leggi|lis|lisez|lies) /;
