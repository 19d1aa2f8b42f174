import type { PushKind } from '@/contract/push'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { identitiesOf } from '../../queries/messengers/identities'
import { chooseOutside, outsideChoices } from '../../queries/push'
import { sendsPush } from '../messengers/identities'

/** The push messages that a user wants, whether the server can send any, and whether a messenger knows the user. */
export async function pushSettings(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  { user }: UserActor,
): Promise<{ isPossible: boolean; isKnown: boolean; choices: Record<PushKind, boolean> }> {
  const [choices, identities] = await Promise.all([outsideChoices(db, user.id), identitiesOf(db, user.id)])
  return { isPossible: sendsPush(config), isKnown: identities.length > 0, choices }
}

export async function setPushChoice(db: Db, { user }: UserActor, kind: PushKind, isOn: boolean): Promise<void> {
  await chooseOutside(db, { user_id: user.id, kind, is_on: isOn })
}
