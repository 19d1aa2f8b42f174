import type { versionCalls } from '@/contract/versions'
import { categoryOf, fileTileOf } from '@/domain/items/kinds'
import { actorKey } from '../actor'
import { secondsOf } from '../clock'
import type { Dependencies } from '../dependencies'
import { itemNotFound, permissionDenied } from '../errors'
import { requireUser, type Handlers } from '../http/handler'
import { requireAccess } from '../services/access'
import { downloadAddress, requireDownload } from './transfer'

/** The states of a file. */
export function versionRoutes({ db, sign }: Dependencies): Handlers<typeof versionCalls> {
  return {
    'GET /apps/files/versions': requireUser(async ({ actor }, { file_id }) => {
      const {
        chain: [file],
        permissions,
      } = await requireAccess(db, actor, file_id)
      if (file.isFolder) throw itemNotFound()
      const versions = await db
        .selectFrom('versions')
        .innerJoin('items', 'items.id', 'versions.item_id')
        .innerJoin('users', 'users.id', 'versions.creator_id')
        .select([
          'versions.id',
          'versions.number',
          'versions.created_at',
          'versions.size',
          'versions.extension',
          'versions.key',
          'versions.remark',
          'versions.name',
          'items.name as itemName',
          'items.extension as itemExtension',
          'items.current_version_id as currentId',
          'users.id as updaterId',
          'users.name as updaterName',
        ])
        .where('versions.item_id', '=', file_id)
        .orderBy('versions.number', 'desc')
        .execute()
      if (versions.some(({ itemExtension }) => categoryOf(itemExtension) === 'ydoc')) throw permissionDenied()
      return {
        file_versions: versions.map((version) => ({
          id: version.id,
          file_id,
          version: version.number,
          modified_at: secondsOf(version.created_at),
          updater: { id: version.updaterId, name: version.updaterName },
          current: version.id === version.currentId,
          name: version.id === version.currentId ? version.itemName : version.name,
          size: version.size,
          extension: version.extension,
          extension_category: categoryOf(version.extension),
          type_icon: fileTileOf(version.extension).group,
          file_version_key: version.key,
          remark: version.remark,
          permissions: [...permissions],
        })),
      }
    }),

    'GET /apps/file_versions/download': requireUser(async ({ actor }, { file_id, file_version_id }) => {
      const file = await requireDownload(db, actor, file_id, file_version_id)
      return { download_url: downloadAddress(sign, file, actorKey(actor)) }
    }),
  }
}
