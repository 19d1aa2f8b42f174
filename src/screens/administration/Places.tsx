import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import { useConsole } from './ConsoleContext'
import { Nothing } from './controls/Marks'
import { PlaceHead } from './frame/PlaceHead'
import { Waiting } from './frame/Waiting'
import { PeoplePlace } from './people/PeoplePlace'
import { useLater } from './useLater'

/** The place that the address names. */
export const Places = observer(function Places() {
  const { address, places } = useConsole()
  const later = useLater()
  const t = useWords<'admin'>()
  if (!places.includes(address.place))
    return (
      <div className="place place-list">
        <PlaceHead title={t(`admin.places.${address.place}`)} />
        <Nothing title={t('admin.forbidden.title')} text={t('admin.forbidden.text')} />
      </div>
    )
  if (address.place === 'people') return <PeoplePlace />
  if (!later)
    return (
      <div className="place place-list">
        <PlaceHead title={t(`admin.places.${address.place}`)} />
        <Waiting />
      </div>
    )
  const Place = later.otherPlaces[address.place]
  const { LeavingWindow } = later
  return (
    <>
      <Place key={address.place} />
      <LeavingWindow />
    </>
  )
})
