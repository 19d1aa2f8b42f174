import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { ApplicationRow } from '@/contract/administration/applications'
import type { ErrorCode } from '@/contract/errors'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { ApplicationsStore } from '@/stores/administration/ApplicationsStore'
import { Btn } from '../controls/Btn'
import { Choice } from '../controls/Choice'
import { LinesInput, TextInput, Toggle } from '../controls/Inputs'
import { PersonPicker } from '../controls/PersonPicker'
import { Window } from '../controls/Window'
import { grants, scopes } from './scopes'
import type { ShownSecret } from './SecretWindow'

interface Props {
  store: ApplicationsStore
  /** The application to change; absent for a new one. */
  application?: ApplicationRow
  onClose(): void
  /** With the secret of a new application. */
  onSecret?(secret: ShownSecret): void
}

type Draft = Pick<ApplicationRow, 'name' | 'scopes' | 'for_all' | 'grants'> & {
  /** Origins, one per line. */
  lines: string
  /** Addresses to return to, one per line. */
  addresses: string
  users: readonly { id: number; name: string }[]
}

const blank: Draft = { name: '', scopes: [], for_all: true, grants: [], users: [], lines: '', addresses: '' }
const fields: readonly (ErrorCode | undefined)[] = [
  'name_empty',
  'name_too_long',
  'name_character',
  'name_invisible',
  'name_end',
]

/** The settings of a new or an existing application. */
export const ApplicationForm = observer(function ApplicationForm({ store, application, onClose, onSecret }: Props) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const [draft, setDraft] = useState<Draft>(
    application
      ? { ...application, lines: application.origins.join('\n'), addresses: application.redirect_uris.join('\n') }
      : blank,
  )
  const { fault, isBusy } = store.sending
  const text = fault ? wordMessage(fault.message, t) : undefined
  const isOfName = fields.includes(fault?.code)
  const isOfOrigin = fault?.code === 'application_origin'
  const isOfAddress = fault?.code === 'application_redirect'
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })

  async function save() {
    const settings = {
      name: draft.name,
      scopes: draft.scopes,
      origins: linesOf(draft.lines),
      redirect_uris: linesOf(draft.addresses),
      grants: [...draft.grants],
      for_all: draft.for_all,
      user_ids: draft.users.map(({ id }) => id),
    }
    if (application) {
      if (!(await store.send('POST /admin/applications/edit', { application_id: application.id, ...settings }))) return
      onClose()
      feedback.toast({ text: t('admin.applications.saved') })
      return
    }
    const made = await store.send('POST /admin/applications/create', settings)
    if (made) onSecret?.({ name: draft.name.trim(), clientId: made.client_id, secret: made.secret })
  }

  return (
    <Window
      title={t(application ? 'admin.applications.form.editTitle' : 'admin.applications.form.addTitle')}
      onClose={() => {
        store.sending.clear()
        onClose()
      }}
      submit={{
        label: t(application ? 'admin.action.save' : 'admin.applications.form.submit'),
        isBusy,
        isDisabled:
          draft.name.trim() === '' || draft.scopes.length === 0 || (!draft.for_all && draft.users.length === 0),
        run: () => void save(),
      }}
      fault={isOfName || isOfOrigin || isOfAddress ? undefined : text}
    >
      <TextInput
        label={t('admin.applications.form.name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={isOfName ? text : undefined}
        isRequired
        autoFocus
      />
      <fieldset className="scope-list">
        <legend className="field-label">{t('admin.applications.form.scopes')}</legend>
        {scopes.map((scope) => (
          <Toggle
            key={scope}
            label={t(`admin.applications.scopes.${scope}`)}
            isOn={draft.scopes.includes(scope)}
            onChange={(isOn) =>
              change({ scopes: scopes.filter((one) => (one === scope ? isOn : draft.scopes.includes(one))) })
            }
          />
        ))}
        <p className="field-hint">{t('admin.applications.form.scopesHint')}</p>
      </fieldset>
      <Choice
        label={t('admin.applications.form.who')}
        value={draft.for_all ? 'all' : 'some'}
        options={[
          { key: 'all', label: t('admin.applications.form.whoAll') },
          { key: 'some', label: t('admin.applications.form.whoSome') },
        ]}
        onChoose={(key: 'all' | 'some') => change({ for_all: key === 'all' })}
      />
      {draft.for_all ? null : (
        <>
          <PersonPicker
            isForMany
            label={t('admin.applications.form.addUser')}
            left={draft.users.map(({ id }) => id)}
            chosen={null}
            onChoose={(person) => person && change({ users: [...draft.users, person] })}
          />
          {draft.users.length > 0 ? (
            <ul className="picked" aria-label={t('admin.picker.chosen', { n: draft.users.length })}>
              {draft.users.map(({ id, name }) => (
                <li key={id} className="picked-person">
                  {name}
                  <Btn
                    isIcon
                    icon="x"
                    label={t('admin.applications.form.removeUser', { name })}
                    onPress={() => change({ users: draft.users.filter((one) => one.id !== id) })}
                  />
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
      <LinesInput
        label={t('admin.applications.form.origins')}
        hint={t('admin.applications.form.originsHint')}
        value={draft.lines}
        onChange={(lines) => change({ lines })}
        error={isOfOrigin ? text : undefined}
      />
      <LinesInput
        label={t('admin.applications.form.addresses')}
        hint={t('admin.applications.form.addressesHint')}
        value={draft.addresses}
        onChange={(addresses) => change({ addresses })}
        error={isOfAddress ? text : undefined}
      />
      <fieldset className="scope-list">
        <legend className="field-label">{t('admin.applications.form.grants')}</legend>
        {grants.map((grant) => (
          <Toggle
            key={grant}
            label={t(`admin.applications.grants.${grant}`)}
            isOn={draft.grants.includes(grant)}
            onChange={(isOn) =>
              change({ grants: grants.filter((one) => (one === grant ? isOn : draft.grants.includes(one))) })
            }
          />
        ))}
        <p className="field-hint">{t('admin.applications.form.grantsHint')}</p>
      </fieldset>
    </Window>
  )
})

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}
