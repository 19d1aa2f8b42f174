import type { versionCalls } from '@/contract/items/versions'
import { actorKey } from '../../actors/actor'
import { downloadAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { itemPresenter } from '../../presenters/items/viewedItem'
import { presentVersion } from '../../presenters/items/version'
import { orderDownload } from '../../services/downloads/files'
import { editRemark, makeCurrent, versionsOf, type VersionList } from '../../services/items/versions'
import { viewItem } from '../../services/items/viewing'
import { indexLater } from '../../services/search/contents'

/** The versions of a file. */
export function versionRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'office' | 'jobs' | 'previews' | 'log' | 'contentCheck'>,
): Handlers<typeof versionCalls> {
  return {
    'GET /apps/files/versions': requireUser(async ({ actor }, { file_id }) =>
      presentVersions(await versionsOf(ports.db, actor, file_id)),
    ),

    'GET /apps/file_versions/download': requireUser(async ({ actor }, { file_id, file_version_id }) => ({
      download_url: downloadAddress(
        ports.sign,
        await orderDownload(ports, actor, file_id, file_version_id),
        actorKey(actor),
      ),
    })),

    'POST /apps/file_versions/make_current': requireUser(
      async ({ actor }, { file_id, file_version_id, current_version_id }) => {
        const choice = { fileId: file_id, versionId: file_version_id, seenId: current_version_id }
        await makeCurrent({ ...ports, indexLater }, actor, choice)
        return { item: itemPresenter(actor, ports)(await viewItem(ports, actor, file_id)) }
      },
    ),

    'POST /apps/file_versions/edit': requireUser(async ({ actor }, { file_id, file_version_id, remark }) =>
      presentVersions(await editRemark(ports, actor, { fileId: file_id, versionId: file_version_id, remark })),
    ),
  }
}

function presentVersions({ versions, access: { permissions } }: VersionList) {
  return { file_versions: versions.map((version) => presentVersion(version, permissions)) }
}
