import type { FastifyRequest } from 'fastify'
import type { BaseInfo } from '@/contract/entities'
import type { Dependencies } from '../dependencies'
import { presentBaseInfo } from '../presenters/presentBaseInfo'
import { unreadCount } from '../services/messages'
import { isStepMissing } from '../services/sessions'
import type { RequestContext } from './handler'
import { sessionToken, visitorToken } from './requestTokens'

/** What a client knows before its first screen, with the request token that its calls must carry. */
export async function baseInfoOf(
  { actor, session, language }: RequestContext,
  request: FastifyRequest,
  { config, sign, clock, db }: Pick<Dependencies, 'config' | 'sign' | 'clock' | 'db'>,
): Promise<BaseInfo> {
  const user = actor?.kind === 'user' ? actor : null
  const facts = {
    actor: user,
    language,
    csrfToken: session ? sessionToken(sign, session.hash) : visitorToken(sign, clock),
    unreadMessages: user && session && !isStepMissing({ actor: user, session }) ? await unreadCount(db, user) : 0,
    origin: `${request.protocol}://${request.host}`,
  }
  return presentBaseInfo(facts, config)
}
