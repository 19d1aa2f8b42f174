import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { DOCUMENT_PICTURE_SIDE, DOCUMENT_PICTURES_LIMIT } from '@/domain/documents/bounds'
import { pictureKey } from '@/domain/documents/pictures'
import { sharerOf, transactionActorOf, type UserActor } from '../../actors/actor'
import { readDocumentToken, readPicturesQuery, type DocumentHolder } from '../../crypto/signedAddresses'
import { inTransaction } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { addressRefused, askedTooOften, permissionDenied, Refused } from '../../errors'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { MinuteLimit } from '../../limits/MinuteLimit'
import { formatOf, type PictureFormat } from '../../previews/pictureFormat'
import { countPictures, findPicture, insertPicture } from '../../queries/documents/pictures'
import { lockSpace } from '../../queries/items/spaces'
import { insertBlob } from '../../queries/uploads/blobs'
import { requireQuota, requireRoom } from '../uploads/target'
import { requireHeldDocument, requireRightToWrite, type OpenDocument } from './opening'

/** pictures that a user may add per minute */
const PER_MINUTE = 60
/** Pictures drawn concurrently: per enterprise, per user, and in total. */
const CONCURRENCY = { enterprise: 2, user: 1, all: 2 }
/** Pictures in memory (receiving, waiting or drawn): per enterprise, per user, and in total. */
const IN_MEMORY = { enterprise: 6, user: 2, all: 12 }
/** bytes of a picture as it is kept */
const KEPT = 8 * 1024 * 1024

const FORMATS: readonly PictureFormat[] = ['png', 'jpg', 'gif', 'webp', 'heic', 'avif']

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'sign' | 'storage' | 'previews' | 'contentCheck'>

/** A place for a picture that somebody sends. */
export interface PicturePlace {
  holder: DocumentHolder
  release(): void
}

/** Pictures in texts (DOC-09): each is drawn anew from its pixels, so that it holds neither a program nor the place where it was taken. */
export class DocumentPictures {
  private readonly turns = new KeyedSemaphore<number>([CONCURRENCY.enterprise, CONCURRENCY.user], CONCURRENCY.all)
  private readonly places = new KeyedSemaphore<number>([IN_MEMORY.enterprise, IN_MEMORY.user], IN_MEMORY.all)
  private readonly perMinute: MinuteLimit<number>

  constructor(private readonly ports: Ports) {
    this.perMinute = new MinuteLimit(ports.clock, PER_MINUTE)
  }

  /**
   * Reserves a place for a picture before its body is received. Release it however the request ends.
   * @param token of the document
   * @throws Refused document_access, as requireWriter; asked_too_often
   */
  async reserve(token: string): Promise<PicturePlace> {
    const holder = this.holderOf(token)
    const { actor } = await this.requireWriter(holder)
    if (!this.perMinute.tryCount(actor.user.id)) throw askedTooOften()
    const release = this.places.tryAcquire(partyOf(actor))
    if (!release) throw askedTooOften()
    return { holder, release }
  }

  private holderOf(token: string): DocumentHolder {
    try {
      return readDocumentToken(this.ports.sign, token)
    } catch {
      throw new Refused('document_access')
    }
  }

  /**
   * Stores a picture for a text.
   * @returns its key
   * @throws Refused as requireWriter, document_picture_unreadable, document_picture_too_many, quota_exceeded, content_refused, content_unchecked
   */
  async add(holder: DocumentHolder, sent: Buffer): Promise<string> {
    const { previews, contentCheck, storage, db, clock } = this.ports
    const { actor, access } = await this.requireWriter(holder)
    const extension = formatOf(sent, FORMATS)
    if (extension === undefined) throw unreadable()
    const drawn = await this.turns.run(partyOf(actor), () =>
      previews.redraw(actor.enterprise.id, { bytes: sent, extension }, DOCUMENT_PICTURE_SIDE, KEPT),
    )
    if (drawn === null) throw unreadable()
    await contentCheck.require({ kind: 'picture', media: drawn.body }, actor.user.id)
    const size = drawn.body.length
    await requireRoom(db, access, size, clock())
    const blob = await storage.write(Readable.from([drawn.body]), { size })
    const key = randomBytes(16).toString('base64url')
    try {
      await inTransaction(
        db,
        async (transaction) => {
          // The right may have been withdrawn meanwhile.
          const now = await this.requireWriter(holder, transaction)
          await lockSpace(transaction, now.access.space.id)
          const itemId = holder.fileId
          if ((await countPictures(transaction, itemId)) >= DOCUMENT_PICTURES_LIMIT)
            throw new Refused('document_picture_too_many', { params: { most: DOCUMENT_PICTURES_LIMIT } })
          const bodyId = await insertBlob(transaction, { ...blob, originalDate: null })
          const picture = { key, body_id: bodyId, media_type: drawn.mediaType, size, created_at: clock() }
          await insertPicture(transaction, { item_id: itemId, ...picture })
          await requireQuota(transaction, now.access)
        },
        { actor: transactionActorOf(actor) },
      )
    } catch (error) {
      await storage.delete(blob.key)
      throw error
    }
    return key
  }

  /**
   * The blob of a picture, for those who may see the text now.
   * @param query of the signed address
   * @throws Refused 403 without that right, and for a picture of another document
   */
  async find(
    query: string,
    picture: string,
  ): Promise<{ key: string; size: number; mediaType: string; reader: string }> {
    const holder = readPicturesQuery(this.ports.sign, query)
    const found =
      pictureKey(picture) !== null && (await this.maySee(holder))
        ? await findPicture(this.ports.db, holder.fileId, picture)
        : undefined
    if (found === undefined) throw addressRefused()
    return { ...found, reader: holder.actor }
  }

  private async maySee(holder: DocumentHolder): Promise<boolean> {
    try {
      return (await requireHeldDocument(this.ports, holder)).kind === 'ydoc'
    } catch (error) {
      if (error instanceof Refused) return false
      throw error
    }
  }

  /** @throws Refused as requireHeldDocument and requireRightToWrite; not_support for a workbook */
  private async requireWriter(
    holder: DocumentHolder,
    db = this.ports.db,
  ): Promise<OpenDocument & { actor: UserActor }> {
    const opened = await requireHeldDocument({ ...this.ports, db }, holder)
    const { actor, kind } = opened
    if (kind !== 'ydoc') throw new Refused('not_support')
    if (actor.kind !== 'user') throw permissionDenied()
    await requireRightToWrite(db, opened)
    return { ...opened, actor }
  }
}

function partyOf({ enterprise, user }: UserActor): [enterprise: number, user: number] {
  return [sharerOf(enterprise), user.id]
}

function unreadable(): Refused {
  return new Refused('document_picture_unreadable')
}
