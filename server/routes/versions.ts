import type { versionCalls } from '@/contract/versions'
import { actorKey } from '../actor'
import { downloadAddress } from '../addresses'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { presentVersion } from '../presenters/presentVersion'
import { orderDownload } from '../services/transfer'
import { versionsOf } from '../services/versions'

/** The states of a file. */
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
