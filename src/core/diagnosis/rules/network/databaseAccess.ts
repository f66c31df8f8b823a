import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** A database has places for so many, and those of earlier starts may still be held. */
export const databaseFull = outputRule(
  'network/database-full',
  [
    /sorry, too many clients already|remaining connection slots are reserved|Max client connections reached|MaxClientsInSessionMode/i,
    /Too many connections|max number of clients reached|connection limit exceeded/i,
  ],
  (_match, evidence) =>
    stdioOf(evidence) && {
      cause: l10n.t('The database takes no more connections: all of its places are held.'),
      remedies: [
        tryAgain(),
        advise(l10n.t('End other programs that use it, use the address of its pooler, or raise its limit.')),
      ],
      isCertain: evidence.end !== undefined,
    },
);

/** It lets in only those machines and users that its rules name. */
export const databaseHost = outputRule(
  'network/database-host',
  [
    /Host '([\w.:-]{1,100})' is not allowed to connect to this (MySQL|MariaDB) server/,
    /Client with IP address '([\w.:]{1,60})' is not allowed to access the (server)/,
    /no pg_hba\.conf entry for host "([\w.:]{1,60})"(?![^\n]{0,120}(?:no encryption|SSL off))[^\n]{0,80}()/,
    /address not in tenant allow_list: \{?([\d., ]{7,60})()/,
  ],
  ([, host = ''], evidence) =>
    stdioOf(evidence) && {
      cause: l10n.t('The database does not let this machine in, which it sees as {0}.', host),
      remedies: [
        tryAgain(),
        advise(l10n.t('Let {0} in by the rules of the database: its users, its firewall or pg_hba.conf.', host)),
      ],
      isCertain: evidence.end !== undefined,
    },
);

/** Such addresses need a name server that answers more than most routers do. */
export const srvUnanswered = outputRule(
  'network/srv',
  [/querySrv (?:ECONNREFUSED|ESERVFAIL|ETIMEOUT|EREFUSED) _mongodb\._tcp\.([\w.-]{3,100})/],
  ([, host = ''], evidence) =>
    stdioOf(evidence) && {
      cause: l10n.t('The name server of this network does not answer what "mongodb+srv" asks it about {0}.', host),
      remedies: [
        tryAgain(),
        advise(
          l10n.t(
            'Use another name server (such as 1.1.1.1), or the address that begins with "mongodb://" from the page of the cluster.',
          ),
        ),
      ],
    },
);
