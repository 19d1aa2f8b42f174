import type { FastifyRequest } from 'fastify'
import type { OpenCallName } from '@/contract/applications'
import { withoutDirections } from '@/domain/items/naming'
import { actorKey, type ApplicationActor } from '../../actors/actor'
import { packAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { originOf } from '../../http/baseInfo'
import type { OpenHandlers } from '../../http/openContract'
import { presentMiniUser } from '../../presenters/applications/items'
import type { ListedVersion } from '../../queries/items/versions'
import { openPeople } from '../../services/applications/itemFacts'
import { openBlankFile, openCopyByPath, openCopyFolder, openFolderAtPath } from '../../services/applications/making'
import { openDeleteVersion, openPromote, openVersion, openVersions } from '../../services/applications/versions'
import { orderPack } from '../../services/downloads/packs'
import { secondsOf } from '../../time/clock'
import { presentOpenOne } from './presenting'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'contentCheck' | 'storage' | 'sign' | 'config'>
type Name = Extract<
  OpenCallName,
  | `${string}/${'versions' | 'copy_by_path' | 'create_by_path' | 'pack_download' | 'create_blank_file'}`
  | `${string}/version/${string}`
  | 'POST /v2/folder/{id}/copy'
>

/** What programs make of items and beside them, and versions of files (OAPI-03). */
export function makingHandlers(ports: Ports): Pick<OpenHandlers, Name> {
  const { db } = ports
  const presentVersions = async (actor: ApplicationActor, versions: readonly ListedVersion[]) => {
    const people = await openPeople(
      db,
      actor,
      versions.map(({ updaterId }) => updaterId),
    )
    return versions.map((version) => {
      const isCurrent = version.id === version.currentId
      return {
        id: version.id,
        file_id: version.item_id,
        sha1: version.sha1 ?? '',
        name: withoutDirections(isCurrent ? version.itemName : version.name),
        size: version.size,
        modified_at: secondsOf(version.created_at),
        modified_by: presentMiniUser(people.named.get(version.updaterId)!, people),
        current: isCurrent,
        remark: version.remark,
        description: version.remark,
      }
    })
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
    'POST /v2/file/create_blank_file': async ({ actor }, input) =>
      presentOpenOne(ports, actor, await openBlankFile(ports, actor, input)),
  }
}
