import { l10n } from '../../../../base/l10n.ts';
import { systemPackages, withBrew } from '../../cures/install.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import type { Machine } from '../../model/evidence.ts';
import { runInTerminal } from '../../model/remedies.ts';

interface Need {
  /** As the compiler names it. */
  readonly name: string;
  readonly apt: string;
  readonly brew: string;
}

/** Programs and headers that packages look for when they are built: packages of Debian and of Homebrew. */
const needs: Readonly<Record<string, readonly [apt: string, brew: string]>> = {
  pg_config: ['libpq-dev', 'libpq'],
  'libpq-fe.h': ['libpq-dev', 'libpq'],
  mysql_config: ['default-libmysqlclient-dev', 'mysql-client'],
  'mysql.h': ['default-libmysqlclient-dev', 'mysql-client'],
  'Python.h': ['python3-dev', 'python'],
  'ffi.h': ['libffi-dev', 'libffi'],
  'openssl/ssl.h': ['libssl-dev', 'openssl'],
  'xml2-config': ['libxml2-dev libxslt1-dev', 'libxml2'],
  'libxml/xmlversion.h': ['libxml2-dev libxslt1-dev', 'libxml2'],
  'portaudio.h': ['portaudio19-dev', 'portaudio'],
  'zlib.h': ['zlib1g-dev', 'zlib'],
  'jpeglib.h': ['libjpeg-dev', 'jpeg'],
  'sqlite3.h': ['libsqlite3-dev', 'sqlite'],
  'sql.h': ['unixodbc-dev', 'unixodbc'],
  'lber.h': ['libldap2-dev libsasl2-dev', 'openldap'],
  'sasl/sasl.h': ['libsasl2-dev', 'cyrus-sasl'],
  'krb5-config': ['libkrb5-dev', 'krb5'],
  'gdal-config': ['libgdal-dev', 'gdal'],
  'curl-config': ['libcurl4-openssl-dev', 'curl'],
  'snappy-c.h': ['libsnappy-dev', 'snappy'],
  'cairo.h': ['libcairo2-dev', 'cairo'],
  libmagic: ['libmagic1', 'libmagic'],
  'pkg-config': ['pkg-config', 'pkgconf'],
  cmake: ['cmake', 'cmake'],
  ninja: ['ninja-build', 'ninja'],
  protoc: ['protobuf-compiler', 'protobuf'],
  swig: ['swig', 'swig'],
  rustc: ['rustc cargo', 'rust'],
  cargo: ['cargo', 'rust'],
  gcc: ['build-essential', 'gcc'],
  'g++': ['build-essential', 'gcc'],
  cc: ['build-essential', 'gcc'],
  make: ['build-essential', 'make'],
  python3: ['python3', 'python'],
  clang: ['clang', 'llvm'],
  gfortran: ['gfortran', 'gcc'],
};

const forms: readonly RegExp[] = [
  /\b(pg_config|mysql_config|[\w-]+-config) (?:executable )?(?:is )?(?:not found|required)/,
  /fatal error: '?([\w./+-]{2,60}\.h)'?(?:: No such file| file not found)/,
  /(?:error: command|Failed to run|could not (?:find|run)|unable to execute|No such file or directory:|program) ['"`]?(?:\/[\w/.-]{1,80}\/)?([\w+.-]{2,30})['"`]?(?: failed: No such file|: No such file| not found|(?=['"`]\s*$))/m,
  /(?:^|[\s'"`])(cmake|ninja|rustc|cargo|protoc|swig|gfortran|pkg-config|make|gcc|g\+\+)['"`]?(?: is)?(?:: command)? (?:not (?:found|installed)|must be installed|is required)/im,
  /Could not find any (Python) installation to use|gyp ERR! find (Python) (?=Python is not set)/,
  /linker `(\w+)` not found/,
  /(?:can't find|Can not find|Cannot find|requires) (Rust|CMake|Ninja|protoc) (?:compiler|executable|to compile)?/i,
];

/** What is missing for a build, where its output says so. */
export function buildNeed(output: string): Need | undefined {
  for (const form of forms) {
    const said = form.exec(output)?.[1];
    const name =
      said === undefined ? undefined : (renamed[said.toLowerCase()] ?? said.replace(/^x86_64-linux-gnu-/, ''));
    const found = name !== undefined && Object.hasOwn(needs, name) ? needs[name] : undefined;
    if (name !== undefined && found) return { name, apt: found[0], brew: found[1] };
  }
  return undefined;
}

const renamed: Readonly<Record<string, string>> = { python: 'python3', rust: 'rustc', cmake: 'cmake', ninja: 'ninja' };

export function installNeed({ apt, brew }: Need, machine: Machine): readonly Remedy[] {
  if (machine.platform === 'win32') return [];
  const isMac = machine.platform === 'darwin';
  return isMac
    ? [withBrew(l10n.t('Install {0}', brew), ['brew', 'install', brew], machine)]
    : [runInTerminal(l10n.t('Install {0}', apt), systemPackages(apt.split(' '), machine))];
}
