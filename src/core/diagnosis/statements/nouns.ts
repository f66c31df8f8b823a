import { l10n } from '../../../base/l10n.ts';

/** What a name in a message can be the name of. */
export type Noun =
  | 'variable'
  | 'option'
  | 'argument'
  | 'setting'
  | 'credential'
  | 'file'
  | 'folder'
  | 'program'
  | 'package'
  | 'service'
  | 'address'
  | 'database'
  | 'table'
  | 'model'
  | 'user'
  | 'project'
  | 'profile'
  | 'image'
  | 'device'
  | 'port'
  | 'region'
  | 'command'
  | 'header'
  | 'version'
  | 'thing';

/** The words of messages, in the languages in which systems and servers print them; what is more specific stands first. */
export const nounWords: readonly (readonly [Noun, string])[] = [
  [
    'variable',
    "environment variables?|env(?:ironment)? ?vars?|env key|环境变量|環境変数|Umgebungsvariable|variable d['’]environnement|variable de entorno|переменная окружения|переменной окружения|환경 ?변수",
  ],
  [
    'credential',
    'api[ _-]?(?:key|token|secret)s?|access[ _-]?(?:key|token)s?|(?:auth|bearer|bot|personal access|refresh|service|session)[ _-]?tokens?|client[ _-]?(?:id|secret)|tokens?|passwords?|passphrase|secrets?|credentials?|licen[cs]e(?: key)?|密钥|令牌|密码|凭证|凭据|Zugangsdaten|Passwort|mot de passe|contraseña|пароль|токен',
  ],
  ['header', 'headers?'],
  ['option', 'options?|flags?|switch(?:es)?|选项'],
  ['argument', 'arguments?|positionals?|operands?|parameters?|params?|参数|引数|Argumente?|аргумент'],
  ['command', 'sub-?commands?|verb'],
  [
    'program',
    'commands?|executables?|binary|binaries|programs?|cli|interpreter|命令|程序|Befehl|Programm|commande|comando|команда|コマンド',
  ],
  ['image', 'images?|containers?|volumes?|镜像|容器'],
  ['model', 'models?|checkpoints?|weights|模型'],
  ['database', 'databases?|schemas?|db|数据库'],
  ['table', 'tables?|collections?|ind(?:ex|ices)|relations?|columns?|buckets?|queues?|topics?'],
  [
    'package',
    'packages?|modules?|crates?|gems?|librar(?:y|ies)|dependenc(?:y|ies)|plugins?|extensions?|addons?|distributions?|assembl(?:y|ies)|class|namespaces?|bindings?|drivers?|模块|软件包|Paket|Modul|модуль|モジュール',
  ],
  [
    'folder',
    'director(?:y|ies)|folders?|workspaces?|vaults?|目录|文件夹|Verzeichnis|Ordner|répertoire|dossier|directorio|carpeta|каталог|ディレクトリ|フォルダ',
  ],
  [
    'file',
    'files?|config(?:uration)? file|datei|fichier|archivo|arquivo|文件|ファイル|файл|파일|paths?|certificates?|keystore|路径',
  ],
  ['user', 'users?|roles?|accounts?|logins?|tenants?'],
  [
    'project',
    'projects?|repositor(?:y|ies)|repos?|organi[sz]ations?|teams?|boards?|sites?|branch(?:es)?|spaces?|bases?|项目|仓库',
  ],
  ['profile', 'profiles?|contexts?|clusters?|environments?|kubeconfig|sessions?'],
  ['device', 'devices?|emulators?|simulators?|browsers?|displays?|adapters?|gpu|serial port|设备'],
  ['region', 'regions?|zones?|locations?|locale'],
  ['port', 'ports?|端口'],
  ['address', 'urls?|uris?|endpoints?|addresses|address|hosts?|hostname|connection strings?|dsn|webhook|网址|地址'],
  ['service', 'servers?|services?|daemons?|gateway|backend|application|app|broker|服务'],
  ['version', 'versions?|版本'],
  [
    'setting',
    'settings?|config(?:uration)?(?: key| value| option)?|fields?|property|properties|keys?|values?|attribute|配置|字段',
  ],
];

/** How a sentence speaks of it. */
export function thing(noun: Noun, name: string): string {
  switch (noun) {
    case 'variable':
      return l10n.t('the environment variable {0}', name);
    case 'option':
      return l10n.t('the option {0}', name);
    case 'argument':
      return l10n.t('the argument {0}', name);
    case 'setting':
      return l10n.t('the setting {0}', name);
    case 'credential':
      return l10n.t('the credential {0}', name);
    case 'file':
      return l10n.t('the file {0}', name);
    case 'folder':
      return l10n.t('the folder {0}', name);
    case 'program':
      return l10n.t('the program {0}', name);
    case 'package':
      return l10n.t('the package {0}', name);
    case 'service':
      return l10n.t('the service {0}', name);
    case 'address':
      return l10n.t('the address {0}', name);
    case 'database':
      return l10n.t('the database {0}', name);
    case 'table':
      return l10n.t('the table {0}', name);
    case 'model':
      return l10n.t('the model {0}', name);
    case 'user':
      return l10n.t('the user {0}', name);
    case 'project':
      return l10n.t('the project {0}', name);
    case 'profile':
      return l10n.t('the profile {0}', name);
    case 'image':
      return l10n.t('the image {0}', name);
    case 'device':
      return l10n.t('the device {0}', name);
    case 'port':
      return l10n.t('the port {0}', name);
    case 'region':
      return l10n.t('the region {0}', name);
    case 'command':
      return l10n.t('the command {0}', name);
    case 'header':
      return l10n.t('the header {0}', name);
    case 'version':
      return l10n.t('the version {0}', name);
    case 'thing':
      return name;
  }
}
