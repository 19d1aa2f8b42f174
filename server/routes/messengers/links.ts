import type { messengerLinkCalls } from '@/contract/messengers/links'
import type { Dependencies } from '../../dependencies'
import { askedTooOften } from '../../errors'
import { requireVisitorToken } from '../../http/authenticate'
import { requireUser, signedInOf, type Handlers } from '../../http/handler'
import { sessionToken } from '../../http/requestTokens'
import { SharedMinuteLimit } from '../../limits/SharedMinuteLimit'
import { networkOf } from '../../remote/networkAddress'
import { presentMessengerLink } from '../../presenters/messengers'
import { link, linksOfUser, signInByCode, unlink } from '../../services/messengers/links'

/** Sign-ins per network and minute. Each sign-in asks the messenger once, and a school may share one address. */
const MAX_SIGN_INS = 200
/** New links per user and minute. */
const MAX_LINKS = 10

/** Signs in to the mini-program by a code of WeChat or WeCom. Also creates, lists and ends the links between users and identities for this. */
export function messengerLinkRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'log' | 'messengers' | 'encrypter' | 'sign' | 'ldapClients'>,
): Handlers<typeof messengerLinkCalls> {
  const signIns = new SharedMinuteLimit<string>(ports, 'sign-ins by messengers', MAX_SIGN_INS)
  const links = new SharedMinuteLimit<number>(ports, 'links to messengers', MAX_LINKS)
  return {
    'POST /apps/users/applet_login': async (context, { kind, code, device_token }, request) => {
      if (!context.session) requireVisitorToken(request, ports)
      if (!(await signIns.tryCount(networkOf(request.ip)))) throw askedTooOften()
      const userAgent = request.headers['user-agent'] ?? ''
      const asked = { kind, code, address: request.ip, userAgent, deviceToken: device_token }
      const session = await signInByCode(ports, asked, context.session && signedInOf(context))
      // Tokens are only in the answer: this call never sets a cookie.
      return {
        csrf_token: sessionToken(ports.sign, session.hash),
        auth_token: session.token,
        device_token: session.deviceToken,
      }
    },

    'GET /apps/users/messenger_links': requireUser(async ({ actor }) => ({
      links: (await linksOfUser(ports, actor)).map(presentMessengerLink),
    })),

    'POST /apps/users/messenger_links/create': requireUser(async (user, proof) => {
      if (!(await links.tryCount(user.actor.user.id))) throw askedTooOften()
      return { link: presentMessengerLink(await link(ports, user, proof)) }
    }),

    'POST /apps/users/messenger_links/end': requireUser(async ({ actor }, { link_id }) => {
      await unlink(ports, actor, link_id)
      return {}
    }),
  }
}
