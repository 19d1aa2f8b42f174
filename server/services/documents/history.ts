import * as Y from 'yjs'
import type { DocumentKind } from '@/contract/documents'
import { DOCUMENT_HISTORY_PAGE, DOCUMENT_STATE_LIMIT, DOCUMENT_VERSION_NAME_LIMIT } from '@/domain/documents/bounds'
import { documentRoots } from '@/domain/documents/roots'
import { withoutDirections } from '@/domain/items/naming'
import { codePointLength } from '@/domain/text/codePoints'
import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, permissionDenied, Refused } from '../../errors'
import { maySeeHistory } from '../../policies/documents'
import { documentFacts, documentVersion, documentVersions, type HistoryRow } from '../../queries/documents/documents'
import { notifyOfRestoring } from '../../queries/documents/notifications'
import { insertUpdates } from '../../queries/documents/updates'
import { setRemark } from '../../queries/items/versions'
import { openState, readState, requireState } from './body'
import { prepareRoots, rootOf } from './checkUpdate'
import { requireDocument, requireRightToWrite, type OpenDocument } from './opening'
import { writeRestorer } from './restorers'
import { makeVersion, type VersionPorts } from './versions'

type Ports = VersionPorts & Pick<Dependencies, 'config' | 'contentCheck'>

export interface History {
  versions: HistoryRow[]
  hasMore: boolean
  lastChange: { at: Date; userId: number; userName: string } | null
}

type Reading = Pick<Ports, 'db' | 'clock' | 'config'>

/** The versions of a document, newest first. @throws Refused as requireHistory */
export async function historyOf(
  ports: Reading,
  actor: UserActor,
  fileId: number,
  before: number | undefined,
): Promise<History> {
  await requireHistory(ports, actor, fileId)
  const limit = DOCUMENT_HISTORY_PAGE
  const [facts, rows] = await Promise.all([
    documentFacts(ports.db, fileId),
    documentVersions(ports.db, fileId, { before, limit: limit + 1 }),
  ])
  const { changed_at: at = null, changed_by: userId = null, changerName } = facts ?? {}
  return {
    versions: rows.slice(0, limit),
    hasMore: rows.length > limit,
    lastChange: at === null || userId === null ? null : { at, userId, userName: changerName ?? '' },
  }
}

/**
 * A version with its contents.
 * @throws Refused as requireHistory, item_not_found for a version of another file, not_support
 */
export async function versionContents(
  ports: Reading & Pick<Ports, 'storage'>,
  actor: UserActor,
  { fileId, versionId }: { fileId: number; versionId: number },
): Promise<{ version: HistoryRow; state: Uint8Array }> {
  const { kind } = await requireHistory(ports, actor, fileId)
  const version = await requireVersion(ports, fileId, versionId)
  return { version, state: await readState(ports, version, kind) }
}

/**
 * Names a version, or makes a version of the present state under a name.
 * @throws Refused as requireWritable, document_name_too_long, item_not_found for a version of another file, quota_exceeded, content_refused,
 *   content_unchecked
 */
export async function nameVersion(
  ports: Ports,
  actor: UserActor,
  { fileId, versionId, name: typed }: { fileId: number; versionId: number | undefined; name: string },
): Promise<HistoryRow> {
  const { db, contentCheck } = ports
  const name = typed.trim()
  if (name === '' || codePointLength(name) > DOCUMENT_VERSION_NAME_LIMIT)
    throw new Refused('document_name_too_long', { field: 'name' })
  const { file, kind } = await requireWritable(ports, actor, fileId)
  await contentCheck.requireTexts([{ kind: 'comment', text: name, field: 'name' }], actor.user.id)
  await requireState(ports, file, kind)
  // Without changes since the newest version, that version is the present state.
  const id = versionId ?? (await makeVersion(ports, fileId, name)) ?? (await newestId(ports, fileId))
  // The right may have been withdrawn while the name was checked.
  await requireWritable(ports, actor, fileId)
  await requireVersion(ports, fileId, id)
  await setRemark(db, id, name)
  return requireVersion(ports, fileId, id)
}

/**
 * Gives a document the contents of a version again: as an ordinary change, so that everybody sees it at once and changes made offline merge with it.
 * What was there before gets a version, so that nothing is lost.
 * @returns the id of the version that contains what was there before
 * @throws Refused as requireWritable, item_not_found for a version of another file, quota_exceeded, document_too_large, not_support
 */
export async function restoreVersion(
  ports: Ports,
  actor: UserActor,
  { fileId, versionId }: { fileId: number; versionId: number },
): Promise<number> {
  const { db, clock } = ports
  const { file, kind } = await requireWritable(ports, actor, fileId)
  const state = await readState(ports, await requireVersion(ports, fileId, versionId), kind)
  await requireState(ports, file, kind)
  const earlierId = (await makeVersion(ports, fileId)) ?? (await newestId(ports, fileId))
  const { document } = await openState(ports, fileId, kind)
  const earlier = new Y.Doc()
  try {
    prepareRoots(earlier, kind)
    Y.applyUpdate(earlier, state)
    const before = Y.encodeStateVector(document)
    replaceContents(document, earlier, kind)
    const update = Y.encodeStateAsUpdate(document, before)
    if (Y.encodeStateAsUpdate(document).length > DOCUMENT_STATE_LIMIT) throw new Refused('document_too_large')
    await requireWritable(ports, actor, fileId)
    const stored = await insertUpdates(db, { itemId: fileId, updates: [update], userId: actor.user.id, at: clock() })
    if (stored === undefined) throw itemNotFound()
    const { id, name } = actor.user
    await notifyOfRestoring(db, fileId, writeRestorer({ id, name: withoutDirections(name) }))
    return earlierId
  } finally {
    document.destroy()
    earlier.destroy()
  }
}

/** Replaces everything in the roots of a document, except its comments, by clones of an earlier state. */
function replaceContents(document: Y.Doc, earlier: Y.Doc, kind: DocumentKind): void {
  document.transact(() => {
    for (const name of Object.keys(documentRoots[kind])) {
      if (name === 'comments') continue
      const [now, then] = [rootOf(document, kind, name), rootOf(earlier, kind, name)]
      if (now instanceof Y.XmlFragment && then instanceof Y.XmlFragment) {
        now.delete(0, now.length)
        now.insert(0, then.toArray().map(cloneOf) as Y.XmlElement[])
      } else if (now instanceof Y.Array && then instanceof Y.Array) {
        now.delete(0, now.length)
        now.insert(0, then.toArray().map(cloneOf))
      } else if (now instanceof Y.Map && then instanceof Y.Map) {
        now.clear()
        for (const [key, value] of then.entries()) now.set(key, cloneOf(value))
      }
    }
  })
}

function cloneOf(value: unknown): unknown {
  return value instanceof Y.AbstractType ? value.clone() : value
}

/** @throws Refused as requireDocument; permission_denied for those who may never write */
async function requireHistory(ports: Reading, actor: UserActor, fileId: number): Promise<OpenDocument> {
  const document = await requireDocument(ports, actor, fileId)
  if (!maySeeHistory(document)) throw permissionDenied()
  return document
}

/** @throws Refused as requireDocument, permission_denied, item_locked, personal_space_closed */
async function requireWritable(ports: Reading, actor: UserActor, fileId: number): Promise<OpenDocument> {
  const document = await requireDocument(ports, actor, fileId)
  await requireRightToWrite(ports.db, document)
  return document
}

async function requireVersion({ db }: Pick<Ports, 'db'>, fileId: number, versionId: number) {
  const version = await documentVersion(db, fileId, versionId)
  if (version === undefined) throw itemNotFound()
  return version
}

async function newestId({ db }: Pick<Ports, 'db'>, fileId: number): Promise<number> {
  const [newest] = await documentVersions(db, fileId, { before: undefined, limit: 1 })
  if (newest === undefined) throw itemNotFound()
  return newest.id
}
