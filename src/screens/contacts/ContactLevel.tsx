import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { ContactList, type ContactPlace } from '@/stores/contacts/ContactList'
import { ContactRows } from './ContactRows'
import type { ContactRowsOf } from './useContactRows'

interface Props extends ContactRowsOf {
  place: ContactPlace
}

/** The top of the directory, or one department. */
export const ContactLevel = observer(function ContactLevel({ place, ...rows }: Props) {
  const { api, feedback, platform, session } = useApp()
  const list = useDisposable(() => new ContactList({ api, feedback, clock: platform.clock }, rows.choice, place))
  const isIn = session.phase === 'signedIn'
  useEffect(() => {
    if (isIn) void list.open()
  }, [isIn, list])
  return <ContactRows list={list} empty={place.at === 'top' ? 'nobody' : 'empty'} {...rows} />
})
