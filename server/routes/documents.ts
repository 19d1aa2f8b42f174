import type { documentCalls, DocumentVersion } from '@/contract/documents'
import type { UserActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { Refused } from '../errors'
import { disconnectSignal } from '../http/disconnectSignal'
import { requireUser, type Handlers } from '../http/handler'
import { itemPresenter } from '../presenters/items/viewedItem'
import { presentVersion } from '../presenters/documents'
import { copyAs, importFile } from '../services/documents/conversions'
import { createDocument } from '../services/documents/creation'
import { historyOf, nameVersion, restoreVersion, versionContents } from '../services/documents/history'
import { viewItem } from '../services/items/viewing'
import { addressOfEditor } from './previews/onlineDocuments'

type Ports = Pick<
  Dependencies,
  'db' | 'clock' | 'sign' | 'office' | 'config' | 'storage' | 'jobs' | 'live' | 'previews' | 'log' | 'contentCheck'
>

/** Documents that several people edit together: making them, and their history. */
export function documentRoutes(ports: Ports): Handlers<typeof documentCalls> {
  return {
    'POST /apps/documents/create': requireUser(
      async ({ actor, session }, { parent_folder_id, department_id, name, kind }, request) => {
        const address = { folderId: parent_folder_id, departmentId: department_id }
        const id = await createDocument(ports, actor, address, { name, kind })
        const item = itemPresenter(actor, ports)(await viewItem(ports, actor, id))
        const asked = { request, session }
        return { item, access_url: await addressOfEditor(ports, actor, id, asked).catch(withoutEditor) }
      },
    ),

    'GET /apps/documents/history': requireUser(async ({ actor }, { file_id, before }) => {
      const { versions, hasMore, lastChange } = await historyOf(ports, actor, file_id, before)
      return {
        versions: versions.map(presentVersion),
        has_more: hasMore,
        last_change: lastChange && {
          at: Math.floor(lastChange.at.getTime() / 1000),
          user: { id: lastChange.userId, name: lastChange.userName },
        },
      }
    }),

    'GET /apps/documents/version': requireUser(async ({ actor }, { file_id, version_id }) => {
      const { version, state } = await versionContents(ports, actor, { fileId: file_id, versionId: version_id })
      return { version: presentVersion(version), state: Buffer.from(state).toString('base64') }
    }),

    'POST /apps/documents/name_version': requireUser(
      async ({ actor }, { file_id, version_id, name }): Promise<{ version: DocumentVersion }> => {
        const named = { fileId: file_id, versionId: version_id, name }
        return { version: presentVersion(await nameVersion(ports, actor, named)) }
      },
    ),

    'POST /apps/documents/restore': requireUser(async ({ actor }, { file_id, version_id }) => {
      const versions = { fileId: file_id, versionId: version_id }
      return { earlier_version_id: await restoreVersion(ports, actor, versions) }
    }),

    'POST /apps/documents/import': requireUser(async (asker, { file_id, continues }, _request, reply) => {
      const id = await importFile(ports, asker, { fileId: file_id, continues }, disconnectSignal(reply))
      return { item: await itemOf(ports, asker.actor, id) }
    }),

    'POST /apps/documents/copy_as': requireUser(
      async (asker, { file_id, continues, format, parent_folder_id, department_id }, _request, reply) => {
        const place = { folderId: parent_folder_id, departmentId: department_id }
        const id = await copyAs(ports, asker, { fileId: file_id, continues, format, place }, disconnectSignal(reply))
        return { item: await itemOf(ports, asker.actor, id) }
      },
    ),
  }
}

async function itemOf(ports: Ports, actor: UserActor, id: number | null) {
  return id === null ? null : itemPresenter(actor, ports)(await viewItem(ports, actor, id))
}

/** The document is made, even if the other editor of the installation cannot be reached, or its maker may only upload. */
function withoutEditor(error: unknown): null {
  if (error instanceof Refused) return null
  throw error
}
