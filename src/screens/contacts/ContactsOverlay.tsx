import { observer } from 'mobx-react'
import { useApp } from '@/screens/app/AppContext'
import { useDropped } from '@/screens/app/useDropped'
import type { PanelProps } from '../panels/PanelProps'
import { ContactsPanel } from './ContactsPanel'

/** The picker of people over its opener. */
export default observer(function ContactsOverlay({ overlays }: PanelProps) {
  const contactselect = overlays.valueFor('contactselect')
  const place = useApp().platform.navigate.placeOf('people', { contactselect })
  useDropped(place === undefined, 'contactselect', overlays)
  if (!place) return null
  return (
    <ContactsPanel
      key={contactselect}
      choice={place.choice}
      overlays={overlays}
      onClose={() => void overlays.close('contactselect')}
    />
  )
})
