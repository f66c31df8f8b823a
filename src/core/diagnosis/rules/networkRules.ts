import type { Rule } from '../model/rule.ts';
import { noWebSocket, otherApiThere, otherService } from './http/notMcp.ts';
import { signInFailed } from './http/oauth.ts';
import { gatewayInFront } from './http/gateways.ts';
import { loginPage } from './http/loginPage.ts';
import { registrationRefused } from './http/registration.ts';
import { redirectedElsewhere } from './http/redirected.ts';
import { forbidden, unauthorized } from './http/signIn.ts';
import { hostRefused, sessionTaken, sessionWanted } from './http/session.ts';
import { httpStatus, tunnelOffline } from './http/status.ts';
import { formsOnly, otherProgram } from './http/otherProgram.ts';
import { captivePortal, webFilter } from './http/webFilter.ts';
import {
  acceptRefused,
  messagePath,
  methodNotAllowed,
  olderTransport,
  pathNotFound,
  tunnelPage,
  webPage,
  webServerOnly,
} from './http/wrongPath.ts';
import { platformDown } from './http/platforms.ts';
import { headerEnded } from './variable/endedToken.ts';
import { badCertificate } from './network/certificate.ts';
import {
  badPort,
  brokenHttp,
  connectionRefused,
  connectionReset,
  hostSilent,
  hostUnknown,
  notTls,
  socketMissing,
} from './network/unreachable.ts';
import { wordpressRoute } from './http/wordpress.ts';

/** What stands at a URL, and on the way there. */
export const networkRules: readonly Rule[] = [
  badCertificate,
  notTls,
  connectionRefused,
  socketMissing,
  hostUnknown,
  hostSilent,
  connectionReset,
  badPort,
  brokenHttp,
  tunnelPage,
  captivePortal,
  webFilter,
  platformDown,
  otherProgram,
  formsOnly,
  olderTransport,
  webServerOnly,
  messagePath,
  registrationRefused,
  signInFailed,
  loginPage,
  gatewayInFront,
  redirectedElsewhere,
  tunnelOffline,
  noWebSocket,
  hostRefused,
  acceptRefused,
  sessionTaken,
  sessionWanted,
  otherApiThere,
  headerEnded,
  unauthorized,
  forbidden,
  wordpressRoute,
  pathNotFound,
  methodNotAllowed,
  webPage,
  otherService,
  httpStatus,
];
