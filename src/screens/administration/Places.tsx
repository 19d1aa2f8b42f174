import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import { useConsole } from './ConsoleContext'
import { ApplicationsPlace } from './applications/ApplicationsPlace'
import { AuditPlace } from './audit/AuditPlace'
import { Nothing } from './controls/Marks'
import { DepartmentsPlace } from './departments/DepartmentsPlace'
import { PlaceHead } from './frame/PlaceHead'
import { GroupsPlace } from './groups/GroupsPlace'
import { ImportPlace } from './import/ImportPlace'
import { OverviewPlace } from './overview/OverviewPlace'
import { PeoplePlace } from './people/PeoplePlace'
import { AppearancePlace } from './policies/AppearancePlace'
import { PoliciesPlace } from './policies/PoliciesPlace'
import { SharingPlace } from './sharing/SharingPlace'

/** The places are in one chunk, because each chunk has an entry in the first page's script. */
const places = {
  people: PeoplePlace,
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

/** The place that the address names. */
export const Places = observer(function Places() {
  const { address, places: readable } = useConsole()
  const t = useWords<'admin'>()
  if (!readable.includes(address.place))
    return (
      <div className="place place-list">
        <PlaceHead title={t(`admin.places.${address.place}`)} />
        <Nothing title={t('admin.forbidden.title')} text={t('admin.forbidden.text')} />
      </div>
    )
  const Place = places[address.place]
  return <Place key={address.place} />
})
