import { ApplicationsPlace } from './applications/ApplicationsPlace'
import { AuditPlace } from './audit/AuditPlace'
import { DepartmentsPlace } from './departments/DepartmentsPlace'
import { GroupsPlace } from './groups/GroupsPlace'
import { ImportPlace } from './import/ImportPlace'
import { OverviewPlace } from './overview/OverviewPlace'
import { AppearancePlace } from './policies/AppearancePlace'
import { PoliciesPlace } from './policies/PoliciesPlace'
import { SharingPlace } from './sharing/SharingPlace'

/*
 * The parts that the console loads after its list of people. One chunk contains all of it, because each chunk has an entry in the first page's script.
 */
export { adminWords } from '@/i18n/administration/loadAll'
export { Choice } from './controls/Choice'
export { LeavingWindow } from './controls/LeavingWindow'
export { AddPerson } from './people/AddPerson'
export { BulkBar } from './people/BulkBar'
export { LinkWindow } from './people/LinkWindow'
export { PersonPane } from './people/PersonPane'

export const otherPlaces = {
  overview: OverviewPlace,
  import: ImportPlace,
  departments: DepartmentsPlace,
  groups: GroupsPlace,
  policies: PoliciesPlace,
  sharing: SharingPlace,
  applications: ApplicationsPlace,
  audit: AuditPlace,
  appearance: AppearancePlace,
}
