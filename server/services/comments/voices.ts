import { Readable } from 'node:stream'
import { sharerOf, type UserActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { addressRefused, askedTooOften, Refused } from '../../errors'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { actorOfKey } from '../access/actorOfKey'
import type { CommentView } from '../../queries/comments/comments'
import { requireComment, type Commenting, type CommentPlace } from './comments'

/** ms; a recorder stops a little late, and a codec adds padding. */
const LENGTHS = { least: 900, most: 61_500 }
/** Recordings converted concurrently: per enterprise, per user, and in total. */
const CONCURRENCY = { enterprise: 1, user: 1, all: 2 }
/** Recordings in memory (receiving, waiting or converting): per enterprise, per user, and in total. */
const IN_MEMORY = { enterprise: 6, user: 2, all: 18 }

type Ports = Pick<Dependencies, 'db' | 'storage' | 'previews' | 'contentCheck'>

/** Receives voice comments. */
export class VoiceComments {
  private readonly turns = new KeyedSemaphore<number>([CONCURRENCY.enterprise, CONCURRENCY.user], CONCURRENCY.all)
  private readonly places = new KeyedSemaphore<number>([IN_MEMORY.enterprise, IN_MEMORY.user], IN_MEMORY.all)

  constructor(
    private readonly ports: Ports,
    private readonly commenting: Commenting,
  ) {}

  /**
   * Reserves a place for a recording before its body is received.
   * @returns a function that releases the place; call it however the request ends
   * @throws Refused as Commenting.require, comment_voice_unavailable, asked_too_often for too many recordings in memory
   */
  async reserve(actor: UserActor, place: CommentPlace): Promise<() => void> {
    if (!this.ports.previews.hasVoices) throw new Refused('comment_voice_unavailable')
    await this.commenting.require(actor, place)
    const release = this.places.tryAcquire(partyOf(actor))
    if (!release) throw askedTooOften()
    return release
  }

  /**
   * Publishes a recording of any format as a newly encoded MP3. The original is not stored.
   * @throws Refused as Commenting.publish, comment_voice_length, comment_voice_unreadable, content_refused, content_unchecked
   */
  async post(actor: UserActor, place: CommentPlace, recording: Buffer): Promise<CommentView> {
    const { previews, contentCheck, storage } = this.ports
    const made = await this.turns.run(partyOf(actor), () => previews.voice(actor.enterprise.id, recording))
    if (made === null) throw new Refused('comment_voice_unreadable')
    const { mp3, milliseconds } = made
    if (milliseconds < LENGTHS.least || milliseconds > LENGTHS.most) throw new Refused('comment_voice_length')
    await contentCheck.require({ kind: 'voice', media: mp3 }, actor.user.id)
    const { key } = await storage.write(Readable.from([mp3]), { size: mp3.length })
    const seconds = Math.min(60, Math.max(1, Math.round(milliseconds / 1000)))
    try {
      return await this.commenting.publish(actor, place, { content: '', voice: { key, seconds }, passage: null })
    } catch (error) {
      await storage.delete(key)
      throw error
    }
  }
}

function partyOf({ enterprise, user }: UserActor): [enterprise: number, user: number] {
  return [sharerOf(enterprise), user.id]
}

/**
 * The recording that a signed address names, if its user may still read the comment.
 * @throws Refused 403 without that right, or for a missing comment
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
