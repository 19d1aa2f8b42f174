import type { FastifyRequest } from 'fastify'
import type { BaseInfo } from '@/contract/entities'
import type { UserActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { presentBaseInfo } from '../presenters/session/baseInfo'
import { unreadCountOf } from '../services/messages/centre'
import { isStepMissing } from '../services/session/sessions'
import { pictureAddress } from '../services/session/userPictures'
import type { RequestContext } from './handler'
import { sessionToken, visitorToken } from './requestTokens'

/**
 * The facts that a client needs before its first screen, and the request token for its calls.
 * @param brandedBy the enterprise whose branding the page of a link shows, as brandingOf finds it; undefined for other pages
 */
export async function baseInfoOf(
  { actor, session, language, unreadMessages }: RequestContext,
  request: FastifyRequest,
  ports: Pick<Dependencies, 'config' | 'sign' | 'clock' | 'db'>,
  brandedBy?: UserActor['enterprise'] | null,
): Promise<BaseInfo> {
  const { config, sign, clock, db } = ports
  const user = actor?.kind === 'user' ? actor : null
  const facts = {
    actor: user,
    language,
    csrfToken: session ? sessionToken(sign, session.hash) : visitorToken(sign, clock),
    unreadMessages:
      user && session && !isStepMissing({ actor: user, session })
        ? await unreadCountOf(db, { actor: user, session, unreadMessages })
        : 0,
    ...(user?.user.picture_key && { avatar: pictureAddress(sign, user, user.user.id, user.user.picture_key) }),
    origin: originOf(request),
    brandedBy,
    ...(user &&
      session?.signsOutAtProvider && {
        signOutPath: `/api/sign_on/out?organisation=${user.enterprise.id}`,
      }),
  }
  return presentBaseInfo(facts, config)
}

/** The origin that a request was sent to, such as `https://drive.example`. */
export function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}
