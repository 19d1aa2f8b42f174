import type { FastifyRequest } from 'fastify'
import type { OpenCallName } from '@/contract/applications'
import { actorKey, programUser, type ApplicationActor } from '../../actors/actor'
import { packAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, Refused } from '../../errors'
import { originOf } from '../../http/baseInfo'
import type { OpenHandlers } from '../../http/openContract'
import { presentOpenVersion } from '../../presenters/applications/versions'
import { openPeople } from '../../services/applications/itemFacts'
import { openCopyByPath, openCopyFolder, openFolderAtPath } from '../../services/applications/making'
import { openDeleteVersion, openPromote, openVersion, openVersions } from '../../services/applications/versions'
import { createDocument } from '../../services/documents/creation'
import { orderPack } from '../../services/downloads/packs'
import { viewItem } from '../../services/items/viewing'
import { presentOpenOne } from './presenting'

type Version = Parameters<typeof presentOpenVersion>[0]
type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'contentCheck' | 'storage' | 'sign' | 'config'>
type Name = Extract<
  OpenCallName,
  | `${string}/${'versions' | 'copy_by_path' | 'create_by_path' | 'pack_download' | 'create_blank_file'}`
  | `${string}/version/${string}`
  | 'POST /v2/folder/{id}/copy'
>

/** The documents of the drive's editor; it has no slides. */
const kinds = { '1': 'ydoc', '2': null, '3': 'yxls' } as const

/** What programs make of items and beside them, and versions of files (OAPI-03). */
export function makingHandlers(ports: Ports): Pick<OpenHandlers, Name> {
  const { db } = ports
  const presentVersions = async (actor: ApplicationActor, versions: readonly Version[]) => {
    const people = await openPeople(
      db,
      actor,
      versions.map(({ updaterId }) => updaterId),
    )
    return versions.map((version) => presentOpenVersion(version, people))
  }
  return {
    'GET /v2/file/{id}/versions': async ({ actor }, { id }) => ({
      file_versions: await presentVersions(actor, await openVersions(db, actor, id)),
    }),
    'GET /v2/file/{id}/version/{version_id}/info': async ({ actor }, input) => {
      const [version] = await presentVersions(actor, [await openVersion(db, actor, input)])
      return version!
    },
    'POST /v2/file/{id}/version/{version_id}/promote': async ({ actor }, input) =>
      presentOpenOne(ports, actor, await openPromote(ports, actor, input)),
    'POST /v2/file/{id}/version/{version_id}/delete': async ({ actor }, input) => {
      await openDeleteVersion(ports, actor, input)
      return { success: true }
    },
    'POST /v2/folder/{id}/copy': async ({ actor }, input) =>
      presentOpenOne(ports, actor, await openCopyFolder(ports, actor, input)),
    'POST /v2/file/{id}/copy_by_path': async ({ actor }, input) =>
      presentOpenOne(ports, actor, await openCopyByPath(ports, actor, input)),
    'POST /v2/folder/create_by_path': async ({ actor }, input) =>
      presentOpenOne(ports, actor, await openFolderAtPath(ports, actor, input)),
    'POST /v2/file/pack_download': async ({ actor }, { item_typed_ids: typedIds }, request: FastifyRequest) => {
      const { id } = await orderPack(ports, actor, typedIds)
      const origin = ports.config.baseUrl ?? originOf(request)
      return { download_url: origin + packAddress(ports.sign, id, actorKey(actor)) }
    },
    'POST /v2/file/create_blank_file': async ({ actor }, { name, type, ...place }) => {
      const { parentFolderId: folderId, parentEnterpriseId: enterpriseId, departmentId } = place
      const user = programUser(actor)
      if (enterpriseId && enterpriseId !== user.enterprise.id) throw itemNotFound()
      const kind = kinds[type]
      if (kind === null) throw new Refused('not_support')
      const id = await createDocument(ports, user, { folderId, departmentId }, { name, kind })
      return presentOpenOne(ports, actor, await viewItem(ports, actor, id))
    },
  }
}
