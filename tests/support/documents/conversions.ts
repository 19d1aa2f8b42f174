import { buffer } from 'node:stream/consumers'
import * as Y from 'yjs'
import type { Item } from '@/contract/entities'
import type { CopyFormat } from '@/contract/documents'
import { openState } from '../../../server/services/documents/body'
import type { Client } from '../client'
import type { TestServer } from '../testServer'

/** Makes a document of a file, as the app does: asks until it is made. */
export async function imported(user: Client, fileId: number): Promise<Item> {
  for (let continues = false; ; continues = true) {
    const { item } = await user.call('POST /apps/documents/import', { file_id: fileId, continues })
    if (item) return item
  }
}

/** Copies a document as a file of another kind, as the app does. */
export async function copiedAs(user: Client, fileId: number, format: CopyFormat, folderId = 0): Promise<Item> {
  const request = { file_id: fileId, format, parent_folder_id: folderId }
  for (let continues = false; ; continues = true) {
    const { item } = await user.call('POST /apps/documents/copy_as', { ...request, continues })
    if (item) return item
  }
}

/** The bytes of a file's current version. */
export async function bytesOf({ deps }: TestServer, itemId: number): Promise<Buffer> {
  const { key } = await deps.db
    .selectFrom('items')
    .innerJoin('versions', 'versions.id', 'items.current_version_id')
    .innerJoin('bodies', 'bodies.id', 'versions.body_id')
    .select('bodies.key')
    .where('items.id', '=', itemId)
    .executeTakeFirstOrThrow()
  return buffer(await deps.storage.read(key))
}

/** The contents of a text (ydoc) as XML, as they are in its current version. */
export async function markupOf(server: TestServer, itemId: number): Promise<string> {
  const document = new Y.Doc()
  Y.applyUpdate(document, new Uint8Array(await bytesOf(server, itemId)))
  return document.getXmlFragment('default').toString()
}

/** As markupOf, as people see it now. */
export async function presentMarkup({ deps }: TestServer, itemId: number): Promise<string> {
  const { document } = await openState(deps, itemId, 'ydoc')
  return document.getXmlFragment('default').toString()
}
