import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { SignInLink } from '@/contract/administration/entities'
import type { AdministratorRole } from '@/contract/administration/role'
import { wordMessage } from '@/screens/app/wording'
import type { PeopleStore } from '@/stores/administration/PeopleStore'
import { useConsole } from '../ConsoleContext'
import { Choice } from '../controls/Choice'
import { Window } from '../controls/Window'
import { fieldOf, PersonFields, type PersonDraft } from './PersonFields'

interface Props {
  store: PeopleStore
  onAdded(person: { userId: number; name: string; link: SignInLink }): void
  onClose(): void
}

const blank: PersonDraft = { name: '', login: '', email: '', departments: [], groups: [], quota: null }

/** Adds one person, who gets a one-time link (ADM-03). */
export const AddPerson = observer(function AddPerson({ store, onAdded, onClose }: Props) {
  const { address, mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const { department, group } = address.query
  const [draft, setDraft] = useState<PersonDraft>(() => ({
    ...blank,
    departments: Number(department) > 0 ? [Number(department)] : [],
    groups: Number(group) > 0 ? [Number(group)] : [],
  }))
  const [role, setRole] = useState<AdministratorRole | 'none'>('none')
  const { fault, isBusy } = store.adding
  const text = fault ? wordMessage(fault.message, t) : undefined

  async function add() {
    const added = await store.add({
      name: draft.name,
      login: draft.login,
      ...(draft.email.trim() && { email: draft.email }),
      departments: draft.departments.map((department_id) => ({ department_id })),
      group_ids: [...draft.groups],
      ...(draft.quota !== null && { quota_bytes: draft.quota }),
      ...(role !== 'none' && { role }),
    })
    if (added) onAdded({ userId: added.user_id, name: draft.name.trim(), link: added.link })
  }

  function close() {
    store.adding.clear()
    onClose()
  }

  return (
    <Window
      title={t('admin.people.form.title')}
      onClose={close}
      submit={{
        label: t('admin.people.form.submit'),
        isBusy,
        isDisabled: draft.name.trim() === '' || draft.login.trim() === '',
        run: () => void add(),
      }}
      fault={fieldOf(fault) ? undefined : text}
    >
      <PersonFields
        isNew
        draft={draft}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
        fault={fault && text !== undefined ? { text, code: fault.code, field: fault.field } : undefined}
      />
      {mayGovern ? (
        <Choice
          label={t('admin.people.form.role')}
          value={role}
          options={(['none', 'people', 'auditor', 'owner'] as const).map((key) => ({
            key,
            label: t(`admin.roles.${key}`),
          }))}
          onChoose={(key: AdministratorRole | 'none') => setRole(key)}
        />
      ) : null}
    </Window>
  )
})
