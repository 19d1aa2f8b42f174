import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import { lazyPart } from '@/screens/app/lazyPart'
import { useConsole } from './ConsoleContext'
import { PeoplePlace } from './people/PeoplePlace'
import { Nothing } from './controls/Marks'
import { PlaceHead } from './frame/PlaceHead'
import { Waiting } from './frame/Waiting'

/** The other places load together when one of them is opened: each chunk has an entry in the first page. */
const places = {
  people: PeoplePlace,
  overview: lazyPart(() => import(/* webpackChunkName: "admin-places" */ './overview/OverviewPlace'), <Waiting />),
  departments: lazyPart(
    () => import(/* webpackChunkName: "admin-places" */ './departments/DepartmentsPlace'),
    <Waiting />,
  ),
  groups: lazyPart(() => import(/* webpackChunkName: "admin-places" */ './groups/GroupsPlace'), <Waiting />),
  policies: lazyPart(() => import(/* webpackChunkName: "admin-places" */ './policies/PoliciesPlace'), <Waiting />),
  audit: lazyPart(() => import(/* webpackChunkName: "admin-places" */ './audit/AuditPlace'), <Waiting />),
  appearance: lazyPart(() => import(/* webpackChunkName: "admin-places" */ './policies/AppearancePlace'), <Waiting />),
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
