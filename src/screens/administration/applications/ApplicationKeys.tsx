import { observer } from 'mobx-react'
import { useState } from 'react'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { ApplicationRow } from '@/contract/administration/applications'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { ApplicationsStore } from '@/stores/administration/ApplicationsStore'
import { Btn } from '../controls/Btn'
import { LinesInput, TextInput } from '../controls/Inputs'
import { useMoment } from '../controls/useMoment'
import { Window } from '../controls/Window'

interface Props {
  store: ApplicationsStore
  application: ApplicationRow
  mayChange: boolean
}

/** The public keys that verify what the application signs. */
export const ApplicationKeys = observer(function ApplicationKeys({ store, application, mayChange }: Props) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const [isAdding, setAdding] = useState(false)

  async function remove(name: string) {
    const words = {
      title: { text: t('admin.applications.keys.removeTitle', { name }) },
      confirm: { text: t('admin.action.remove') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.applications.keys.removeText') }, words))) return
    if (await store.run('POST /admin/applications/remove_key', { application_id: application.id, name }))
      feedback.toast({ text: t('admin.applications.keys.removed') })
  }

  return (
    <section className="console-members" aria-label={t('admin.applications.keys.title')}>
      <div className="members-head">
        <h3>{t('admin.applications.keys.title')}</h3>
        {mayChange ? (
          <Btn tone="weak" icon="plus" label={t('admin.applications.keys.add')} onPress={() => setAdding(true)} />
        ) : null}
      </div>
      <p className="quiet">{t('admin.applications.keys.text')}</p>
      {application.keys.length === 0 ? <p>{t('admin.applications.keys.none')}</p> : null}
      <ul className="lines">
        {application.keys.map(({ name, fingerprint, created_at: at }) => (
          <li key={name} className="line">
            <Icon name="key-round" size={20} />
            <span className="line-text">
              {name}
              <small className="fingerprint">{fingerprint}</small>
              <small>{moment(at)}</small>
            </span>
            {mayChange ? (
              <span className="line-acts">
                <Btn
                  isIcon
                  icon="x"
                  label={t('admin.applications.keys.remove', { name })}
                  onPress={() => void remove(name)}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {isAdding ? <KeyForm store={store} application={application} onClose={() => setAdding(false)} /> : null}
    </section>
  )
})

const KeyForm = observer(function KeyForm({
  store,
  application,
  onClose,
}: Omit<Props, 'mayChange'> & { onClose(): void }) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const [name, setName] = useState('')
  const [publicKey, setPublicKey] = useState('')
  const { fault, isBusy } = store.sending
  const text = fault ? wordMessage(fault.message, t) : undefined
  const isOfName = fault?.code === 'application_key_name'
  const isOfKey = fault?.code === 'application_key' || fault?.code === 'application_key_private'

  async function add() {
    const request = { application_id: application.id, name, public_key: publicKey }
    if (!(await store.send('POST /admin/applications/add_key', request))) return
    onClose()
    feedback.toast({ text: t('admin.applications.keys.added') })
  }

  return (
    <Window
      title={t('admin.applications.keys.addTitle', { name: application.name })}
      onClose={() => {
        store.sending.clear()
        onClose()
      }}
      submit={{
        label: t('admin.action.add'),
        isBusy,
        isDisabled: name.trim() === '' || publicKey.trim() === '',
        run: () => void add(),
      }}
      fault={isOfName || isOfKey ? undefined : text}
    >
      <TextInput
        label={t('admin.applications.keys.name')}
        hint={t('admin.applications.keys.nameHint')}
        value={name}
        onChange={setName}
        error={isOfName ? text : undefined}
        isRequired
        autoFocus
      />
      <LinesInput
        label={t('admin.applications.keys.key')}
        hint={t('admin.applications.keys.keyHint')}
        rows={8}
        value={publicKey}
        onChange={setPublicKey}
        error={isOfKey ? text : undefined}
        isRequired
      />
    </Window>
  )
})
