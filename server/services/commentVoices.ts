import { Readable } from 'node:stream'
import type { UserActor } from '../actor'
import type { ActorKey } from '../actorKey'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { addressRefused, Refused } from '../errors'
import { KeyedSemaphore } from '../KeyedSemaphore'
import { actorOfKey } from './actors'
import type { SeenComment } from '../presenters/presentComment'
import { requireComment, type Commenting } from './comments'

/** ms; a recorder stops a little late, and a codec pads. */
const LENGTHS = { least: 900, most: 61_500 }
/** Recordings that are made playable at once: of one user, and of all. */
const AT_ONCE = { user: 1, all: 2 }

type Ports = Pick<Dependencies, 'db' | 'storage' | 'previews' | 'contentCheck'>

/** Takes voice comments. */
export class VoiceComments {
  private readonly turns = new KeyedSemaphore<number>(AT_ONCE.user, AT_ONCE.all)

  constructor(
    private readonly ports: Ports,
    private readonly commenting: Commenting,
  ) {}

  /**
   * Publishes a recording in whatever format a phone or browser makes, as an MP3 made anew from it: nothing else of it is kept.
   * @throws Refused as Commenting.say, comment_voice_length, comment_voice_unreadable, comment_voice_unavailable
   */
  async say(actor: UserActor, itemTypedId: string, recording: Buffer): Promise<SeenComment> {
    const { previews, contentCheck, storage } = this.ports
    const access = await this.commenting.require(actor, itemTypedId)
    if (!previews.hasVoices) throw new Refused('comment_voice_unavailable')
    const made = await this.turns.take(actor.user.id, () => previews.voice(actor.enterprise.id, recording))
    if (made === null) throw new Refused('comment_voice_unreadable')
    const { mp3, milliseconds } = made
    if (milliseconds < LENGTHS.least || milliseconds > LENGTHS.most) throw new Refused('comment_voice_length')
    await contentCheck.require({ kind: 'voice', mp3 }, actor.user.id)
    const { key } = await storage.write(Readable.from([mp3]), { size: mp3.length })
    const seconds = Math.min(60, Math.max(1, Math.round(milliseconds / 1000)))
    try {
      return await this.commenting.publish(
        actor,
        access,
        { content: '', voice: { key, seconds } },
        { userIds: new Set() },
      )
    } catch (error) {
      await storage.delete(key)
      throw error
    }
  }
}

/**
 * The recording that a signed address names, for who may read the comment now.
 * @throws Refused 403 where they may not, or it is gone
 */
export async function requireVoice(db: Db, key: ActorKey, commentId: number): Promise<{ key: string }> {
  const actor = await actorOfKey(db, key)
  if (actor === null) throw addressRefused()
  const found = await requireComment(db, actor, commentId).catch((error: unknown) => {
    throw error instanceof Refused ? addressRefused() : error
  })
  if (found.row.voice_key === null) throw addressRefused()
  return { key: found.row.voice_key }
}
