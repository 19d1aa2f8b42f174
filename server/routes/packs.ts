import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import type { transferCalls } from '@/contract/transfer'
import { actorKey, type UserActor } from '../actor'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { addressRefused, Refused } from '../errors'
import { actorOfKey } from '../services/actors'
import { requireUser, type Handlers } from '../http/handler'
import { downloadRefusal } from '../policies/actionPermissions'
import type { Access } from '../policies/facts'
import { accessOf } from '../services/access'
import { planPack, type Pack } from '../services/packs'
import { parseTypedId, requireItem, requireItems } from '../services/places'
import type { BlobStorage } from '../storage/BlobStorage'
import { attachment } from '../storage/sendBlob'

export const PACK_CONTENT = '/api/pack_download/content'
/** ms that an archive can be fetched */
const LIFETIME = 3_600_000

/** Asking for an archive (1§7, ACT-08). */
export function packRoutes({
  db,
  clock,
  sign,
}: Dependencies): Pick<Handlers<typeof transferCalls>, 'POST /pack_download/download'> {
  return {
    'POST /pack_download/download': requireUser(async ({ actor }, { item_typed_ids }) => {
      const targets = await requireTargets(db, actor, item_typed_ids)
      const { files, emptyFolders, leftOut } = await planPack(db, actor, targets)
      if (files.length === 0 && emptyFolders.length === 0) throw new Refused('download_nothing')
      const now = clock()
      await db.deleteFrom('packs').where('expires_at', '<', now).execute()
      const { id } = await db
        .insertInto('packs')
        .values({
          id: randomBytes(16).toString('base64url'),
          user_id: actor.user.id,
          item_ids: targets.map(({ chain }) => chain[0].id),
          expires_at: new Date(now.getTime() + LIFETIME),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { download_url: sign.address(PACK_CONTENT, { pack_id: id }, actorKey(actor)), left_out: leftOut }
    }),
  }
}

/** The address of an archive: rights are asked again, and nothing of it is kept anywhere. */
export function registerPacks(app: FastifyInstance, deps: Dependencies): void {
  const { db, clock, sign, storage } = deps
  app.get<{ Querystring: { pack_id?: string } }>(
    PACK_CONTENT,
    { config: { isSigned: true } },
    async (request, reply) => {
      const actor = await actorOfKey(db, sign.verify(request.url))
      if (actor === null) throw addressRefused()
      const asked = await db
        .selectFrom('packs')
        .select('item_ids')
        .where('packs.id', '=', request.query.pack_id ?? '')
        .where('user_id', '=', actor.user.id)
        .where('packs.expires_at', '>', clock())
        .executeTakeFirst()
      if (asked === undefined) throw addressRefused()
      const found = await accessOf(db, actor, asked.item_ids)
      const targets = [...found.values()].filter(
        ({ isDeleted, permissions }) => !isDeleted && permissions.includes('item_download'),
      )
      const { files, emptyFolders } = await planPack(db, actor, targets)
      if (files.length === 0 && emptyFolders.length === 0) throw addressRefused()

      const { stream, size } = await archive(storage, { files, emptyFolders })
      return reply
        .header('content-type', 'application/zip')
        .header('content-length', size)
        .header('content-disposition', attachment(nameOf(targets)))
        .header('cache-control', 'no-store')
        .header('accept-ranges', 'none')
        .send(stream)
    },
  )
}

/** @throws Refused as requireItem, and download_… for a file or folder that is blocked itself */
async function requireTargets(db: Db, actor: UserActor, typedIds: readonly string[]): Promise<Access[]> {
  if (typedIds.length === 1)
    return [offered(await requireItem(db, actor, typedIds[0]!, 'item_download'), actor.user.id)]
  const found = await accessOf(
    db,
    actor,
    typedIds.map((typedId) => parseTypedId(typedId).id),
  )
  return requireItems(found, typedIds, 'item_download')
}

function offered(access: Access, userId: number): Access {
  const refusal = access.chain[0].isFolder ? downloadRefusal(folder, access, userId) : null
  if (refusal !== null) throw new Refused(`download_${refusal}`)
  return access
}

/** What the rules for downloads ask of a folder. */
const folder = { is_folder: true, extension: '', is_encrypted: false, scanned: 0 }

function nameOf(targets: readonly Access[]): string {
  const [
    {
      chain: [first],
    },
  ] = targets as [Access, ...Access[]]
  return `${targets.length === 1 ? first.name : `${first.name} +${targets.length - 1}`}.zip`
}

/** Stores without compressing, one body after the other, so that the size is known ahead and memory stays flat. */
async function archive(
  storage: BlobStorage,
  { files, emptyFolders }: Pick<Pack, 'files' | 'emptyFolders'>,
): Promise<{ stream: Readable; size: number }> {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let current: Readable | undefined
  stream.on('close', () => current?.destroy())
  zip.on('error', (error: Error) => stream.destroy(error))
  for (const { path, modifiedAt } of emptyFolders) zip.addEmptyDirectory(path, { mtime: modifiedAt })
  for (const { path, bodyKey, size, modifiedAt } of files) {
    zip.addReadStreamLazy(path, { mtime: modifiedAt, size, compress: false }, (begin) => {
      if (stream.destroyed) return
      storage.read(bodyKey).then(
        (body) => {
          current = body
          begin(null, body)
        },
        (error: unknown) => stream.destroy(error as Error),
      )
    })
  }
  const size = await new Promise<number>((resolve) => {
    const end = zip.end as (options: object, told: (size: number) => void) => void
    end.call(zip, { forceZip64Format: false }, resolve)
  })
  return { stream, size }
}
