import type { versionCalls } from '@/contract/items/versions'
import { actorKey } from '../../actors/actor'
import { downloadAddress } from '../../crypto/signedAddresses'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { presentVersion } from '../../presenters/items/version'
import { orderDownload } from '../../services/downloads/files'
import { versionsOf } from '../../services/items/versions'

/** The versions of a file. */
export function versionRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'jobs'>,
): Handlers<typeof versionCalls> {
  return {
    'GET /apps/files/versions': requireUser(async ({ actor }, { file_id }) => {
      const { versions, permissions } = await versionsOf(ports.db, actor, file_id)
      return { file_versions: versions.map((version) => presentVersion(version, permissions)) }
    }),

    'GET /apps/file_versions/download': requireUser(async ({ actor }, { file_id, file_version_id }) => ({
      download_url: downloadAddress(
        ports.sign,
        await orderDownload(ports, actor, file_id, file_version_id),
        actorKey(actor),
      ),
    })),
  }
}
