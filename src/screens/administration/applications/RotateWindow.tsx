import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { ApplicationRow } from '@/contract/administration/applications'
import { wordMessage } from '@/screens/app/wording'
import type { ApplicationsStore } from '@/stores/administration/ApplicationsStore'
import { Toggle } from '../controls/Inputs'
import { Window } from '../controls/Window'
import type { ShownSecret } from './SecretWindow'

interface Props {
  store: ApplicationsStore
  application: ApplicationRow
  onClose(): void
  onSecret(secret: ShownSecret): void
}

/** Asks how to replace the secret. */
export const RotateWindow = observer(function RotateWindow({ store, application, onClose, onSecret }: Props) {
  const t = useWords<'admin'>()
  const [isLeaked, setLeaked] = useState(false)
  const { fault, isBusy } = store.sending
  const { id, name, client_id: clientId } = application

  async function rotate() {
    const request = { application_id: id, ends_former: isLeaked }
    const made = await store.send('POST /admin/applications/rotate', request)
    if (made) onSecret({ name, clientId, secret: made.secret, formerEndsAt: made.former_secret_ends_at })
  }

  return (
    <Window
      title={t('admin.applications.rotate.title', { name })}
      onClose={() => {
        store.sending.clear()
        onClose()
      }}
      submit={{
        label: t('admin.applications.rotate.submit'),
        isDanger: isLeaked,
        isBusy,
        run: () => void rotate(),
      }}
      fault={fault ? wordMessage(fault.message, t) : undefined}
    >
      <p className="window-text">{t('admin.applications.rotate.about')}</p>
      <Toggle
        label={t('admin.applications.rotate.leaked')}
        hint={t('admin.applications.rotate.leakedText')}
        isOn={isLeaked}
        onChange={setLeaked}
      />
    </Window>
  )
})
