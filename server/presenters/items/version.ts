import type { Permission } from '@/contract/entities'
import type { FileVersion } from '@/contract/items/versions'
import { categoryOf, fileTileOf } from '@/domain/items/kinds'
import { withoutDirections } from '@/domain/items/naming'
import { secondsOf } from '../../time/clock'
import type { ListedVersion } from '../../queries/items/versions'

/** A version of a file; the current version has the file's current name. */
export function presentVersion(version: ListedVersion, permissions: readonly Permission[]): FileVersion {
  const isCurrent = version.id === version.currentId
  return {
    id: version.id,
    file_id: version.item_id,
    version: version.number,
    modified_at: secondsOf(version.created_at),
    updater: { id: version.updaterId, name: version.updaterName },
    current: isCurrent,
    name: withoutDirections(isCurrent ? version.itemName : version.name),
    size: version.size,
    extension: version.extension,
    extension_category: categoryOf(version.extension),
    type_icon: fileTileOf(version.extension).group,
    file_version_key: version.key,
    remark: version.remark,
    may_edit_remark: version.mayEditRemark,
    permissions: [...permissions],
  }
}
