import { observer } from 'mobx-react'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { PersonDetail } from '@/contract/administration/people'
import type { SignedInDevice } from '@/contract/session/account'
import type { Words } from '@/i18n/words'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { Mark } from '../controls/Marks'
import { useMoment } from '../controls/useMoment'

/** Where a person is signed in. */
export const PersonDevices = observer(function PersonDevices({
  person: { devices },
}: {
  store: PersonStore
  person: PersonDetail
}) {
  const t = useWords<'admin'>()
  const moment = useMoment()
  if (devices.length === 0) return <p className="quiet">{t('admin.person.noDevices')}</p>
  return (
    <ul className="lines">
      {devices.map((device) => (
        <li key={device.id} className="line">
          <Icon name="monitor" size={20} />
          <span className="line-text">
            {nameOf(device, t)}
            <small>
              {[t('admin.person.device.used', { time: moment(device.last_used) }), device.address]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          {device.is_current ? <Mark tone="blue">{t('admin.person.device.current')}</Mark> : null}
        </li>
      ))}
    </ul>
  )
})

function nameOf({ kind, browser, system }: SignedInDevice, t: Words<'admin'>): string {
  const parts = [kind === 'app' ? t('admin.person.device.app') : browser, system].filter(Boolean)
  return parts.join(' · ') || t('admin.person.device.unknown')
}
