import { Readable } from 'node:stream'
import type { UserActor } from '../../actors/actor'
import type { ActorKey } from '../../actors/actorKey'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { addressRefused, askedTooOften, Refused } from '../../errors'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { actorOfKey } from '../access/actorOfKey'
import { requireComment, type Commenting, type SeenComment } from './comments'

/** ms; a recorder stops a little late, and a codec pads. */
const LENGTHS = { least: 900, most: 61_500 }
/** Recordings that are made playable at once: of one user, and of all. */
const AT_ONCE = { user: 1, all: 2 }
/** Recordings that are held at once, being received, waiting or made: of one user, and of all. Each is in memory. */
const HELD = { user: 2, all: 12 }

type Ports = Pick<Dependencies, 'db' | 'storage' | 'previews' | 'contentCheck'>

/** Takes voice comments. */
export class VoiceComments {
  private readonly turns = new KeyedSemaphore<number>(AT_ONCE.user, AT_ONCE.all)
  private readonly held = new Map<number, number>()
  private heldByAll = 0

  constructor(
    private readonly ports: Ports,
    private readonly commenting: Commenting,
  ) {}

  /**
   * Judges who wants to send a recording, before any of it is received.
   * @returns what must be called once it is over, however it ends
   * @throws Refused as Commenting.require, comment_voice_unavailable, asked_too_often where too many are held
   */
  async admit(actor: UserActor, itemTypedId: string): Promise<() => void> {
    if (!this.ports.previews.hasVoices) throw new Refused('comment_voice_unavailable')
    await this.commenting.require(actor, itemTypedId)
    const { id } = actor.user
    const own = this.held.get(id) ?? 0
    if (own >= HELD.user || this.heldByAll >= HELD.all) throw askedTooOften()
    this.held.set(id, own + 1)
    this.heldByAll += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.heldByAll -= 1
      const left = (this.held.get(id) ?? 1) - 1
      if (left > 0) this.held.set(id, left)
      else this.held.delete(id)
    }
  }

  /**
   * Publishes a recording of who was admitted in whatever format a phone or browser makes, as an MP3 made anew from it: nothing else of it is kept.
   * @throws Refused as Commenting.publish, comment_voice_length, comment_voice_unreadable, content_refused, content_unchecked
   */
  async say(actor: UserActor, itemTypedId: string, recording: Buffer): Promise<SeenComment> {
    const { previews, contentCheck, storage } = this.ports
    const made = await this.turns.take(actor.user.id, () => previews.voice(actor.enterprise.id, recording))
    if (made === null) throw new Refused('comment_voice_unreadable')
    const { mp3, milliseconds } = made
    if (milliseconds < LENGTHS.least || milliseconds > LENGTHS.most) throw new Refused('comment_voice_length')
    await contentCheck.require({ kind: 'voice', media: mp3 }, actor.user.id)
    const { key } = await storage.write(Readable.from([mp3]), { size: mp3.length })
    const seconds = Math.min(60, Math.max(1, Math.round(milliseconds / 1000)))
    try {
      return await this.commenting.publish(actor, itemTypedId, { content: '', voice: { key, seconds } })
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
