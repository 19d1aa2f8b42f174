import { observer } from 'mobx-react'
import { useApp } from '@/screens/app/AppContext'
import { useDropped } from '@/screens/app/useDropped'
import type { PanelProps } from '../panels/PanelProps'
import { AccessPanel } from './AccessPanel'

/** The people who can see an item, over whatever opened it. */
export default observer(function AccessOverlay({ overlays }: PanelProps) {
  const access = overlays.valueFor('access')
  const place = useApp().platform.navigate.placeOf('access', { access })
  useDropped(place === undefined, 'access', overlays)
  if (!place) return null
  return (
    <AccessPanel
      key={access}
      typedId={place.typedId}
      overlays={overlays}
      onClose={() => void overlays.close('access')}
    />
  )
})
