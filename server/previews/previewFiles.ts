import type { TextEncoding } from '@/contract/previews/previews'
import type { ActorKey } from '../actors/actorKey'
import type { Db } from '../database/connect'
import type { ItemRow } from '../database/tables'
import type { Signer } from '../crypto/signing'
import { hasPictures } from './plans'
import type { PreviewTarget } from './target'

/** The file that a rendition's address names. */
interface Addressed {
  fileId: number
  versionKey: string
  /** The number of the entry, for a file in an archive. */
  entry?: number
  /** The encoding that the reader chose for a text. */
  encoding?: TextEncoding
}

/** A version of a file with the facts that decide how it may be shown. */
export interface PreviewFile extends PreviewTarget, Addressed {
  versionId: number
  /** Whether this is the current version. */
  isCurrent: boolean
  /** The file name for saving. */
  name: string
  row: Pick<ItemRow, 'extension' | 'is_folder' | 'is_encrypted' | 'scanned' | 'scope' | 'share_disabled_for'>
}

/** The path of the route that serves renditions. */
export const DOWNLOAD = '/api/apps/representations/download'

/** A version of a file, by default the current one; undefined when there is none. */
export async function findPreviewFile(
  db: Db,
  fileId: number,
  which: { versionKey?: string; versionId?: number } = {},
): Promise<PreviewFile | undefined> {
  const found = await db
    .selectFrom('items')
    .innerJoin('versions', 'versions.item_id', 'items.id')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select([
      'items.extension',
      'items.is_folder',
      'items.is_encrypted',
      'items.scanned',
      'items.scope',
      'items.share_disabled_for',
      'items.name as itemName',
      'items.current_version_id as currentId',
      'versions.id as versionId',
      'versions.key as versionKey',
      'versions.name as versionName',
      'versions.extension as versionExtension',
      'versions.size',
      'bodies.id as bodyId',
      'bodies.key as bodyKey',
    ])
    .where('items.id', '=', fileId)
    .where((where) => {
      if (which.versionKey !== undefined) return where('versions.key', '=', which.versionKey)
      return where('versions.id', '=', which.versionId ?? where.ref('items.current_version_id'))
    })
    .executeTakeFirst()
  if (found === undefined) return undefined
  const {
    bodyId,
    bodyKey,
    size,
    versionKey,
    versionId,
    currentId,
    itemName,
    versionName,
    versionExtension: extension,
    ...row
  } = found
  return {
    fileId,
    bodyId,
    bodyKey,
    size,
    versionKey,
    versionId,
    isCurrent: versionId === currentId,
    extension,
    name: versionId === currentId ? itemName : versionName,
    row,
  }
}

/** The address of a rendition, usable without a cookie (decisions 39). */
export function renditionAddress(sign: Signer, kind: string, file: Addressed, actor: ActorKey): string {
  return sign.address(DOWNLOAD, { kind, ...named(file) }, actor)
}

/** The address of the picture of a document's page, counted from 1 (decisions 39). */
export function pageAddress(sign: Signer, page: number, file: Addressed, actor: ActorKey): string {
  return sign.address(DOWNLOAD, { kind: 'page', page, ...named(file) }, actor)
}

function named({ fileId, versionKey, entry, encoding }: Addressed) {
  return {
    file_id: fileId,
    file_version_key: versionKey,
    ...(entry !== undefined && { entry }),
    ...(encoding !== undefined && { encoding }),
  }
}

/**
 * The address of a file's thumbnail; null when no thumbnail can be made, or when the user may not preview the file. The address works at once after
 * an upload: an early request waits until the thumbnail is made.
 */
export function thumbnailAddress(
  sign: Signer,
  file: { id: number; extension: string; version_key: string | null; scope: number; size: number },
  actor: ActorKey,
  mayPreview: boolean,
): string | null {
  if (!mayPreview || file.scope === 1 || file.version_key === null || file.size === 0 || !hasPictures(file.extension))
    return null
  return renditionAddress(sign, 'image_128', { fileId: file.id, versionKey: file.version_key }, actor)
}
