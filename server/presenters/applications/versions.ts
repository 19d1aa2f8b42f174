import { withoutDirections } from '@/domain/items/naming'
import type { OpenPeople } from '../../queries/applications/itemFacts'
import type { ListedVersion } from '../../queries/items/versions'
import { secondsOf } from '../../time/clock'
import { presentPerson } from './people'

/** A version of a file; the current version has the file's current name. */
export function presentOpenVersion(version: ListedVersion, people: OpenPeople) {
  const isCurrent = version.id === version.currentId
  return {
    id: version.id,
    file_id: version.item_id,
    sha1: version.sha1 ?? '',
    name: withoutDirections(isCurrent ? version.itemName : version.name),
    size: version.size,
    modified_at: secondsOf(version.created_at),
    modified_by: presentPerson(version.updaterId, people),
    current: isCurrent,
    remark: version.remark,
    description: version.remark,
  }
}
