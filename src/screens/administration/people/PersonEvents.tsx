import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { useWords } from '@/components/ui/context'
import { loadAccountWords } from '@/i18n/session/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordItem } from '@/screens/session/security/wordChange'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { useMoment } from '../controls/useMoment'
import { NotLoaded, Waiting } from '../frame/Waiting'

/** The newest audit events by a person or about a person. */
export const PersonEvents = observer(function PersonEvents({ store }: { store: PersonStore }) {
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const deeds = usePackageWords(loadAccountWords)
  const moment = useMoment()
  useEffect(() => void store.loadEvents(), [store])
  const { events } = store
  if (events.phase === 'failed') return <NotLoaded answer={events} onRetry={() => void store.loadEvents()} />
  if (!events.value) return <Waiting />
  if (events.value.length === 0) return <p className="quiet">{t('admin.person.noEvents')}</p>
  return (
    <>
      <ul className="lines">
        {events.value.map((entry) => (
          <li key={entry.id} className="line">
            <span className="line-text">
              {[
                deeds(`audit.deeds.${entry.deed}`),
                wordItem(entry, deeds),
                entry.detail?.user_id === store.id ? '' : entry.subject,
              ]
                .filter(Boolean)
                .join(' · ')}
              <small>{[moment(entry.time), entry.user?.name, entry.address].filter(Boolean).join(' · ')}</small>
            </span>
          </li>
        ))}
      </ul>
      <Btn
        tone="weak"
        label={t('admin.person.allEvents')}
        onPress={() => address.open('audit', { query: { person: String(store.id) } })}
      />
    </>
  )
})
