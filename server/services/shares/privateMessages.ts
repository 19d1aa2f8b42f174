import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { messengerNotConfigured, messengerUnavailable, shareLinkNotFound } from '../../errors'
import { MessengerFailure } from '../../messengers/MessengerFailure'
import { requireLink } from './lists'

/**
 * The activity id that marks the card of the user's own link as private, so that its receivers cannot forward it (AH-26).
 * @throws Refused share_link_not_found, messenger_not_configured, messenger_unavailable
 */
export async function privateMessage(
  { db, log, messengers: { applet } }: Pick<Dependencies, 'db' | 'log' | 'messengers'>,
  actor: UserActor,
  linkId: number,
): Promise<string> {
  const link = await requireLink(db, actor, linkId)
  if (link.maker_id !== actor.user.id) throw shareLinkNotFound()
  if (applet === null) throw messengerNotConfigured()
  return applet.activityId().catch((error: unknown) => {
    if (!(error instanceof MessengerFailure)) throw error
    log.warn({ messenger: 'wechat', failure: error.message }, 'a messenger cannot mark a message as private')
    throw messengerUnavailable()
  })
}
