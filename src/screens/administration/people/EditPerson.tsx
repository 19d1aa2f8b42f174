import { observer } from 'mobx-react'
import { useState } from 'react'
import { useWords } from '@/components/ui/context'
import type { PersonDetail } from '@/contract/administration/people'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import type { PersonStore } from '@/stores/administration/PersonStore'
import { Window } from '../controls/Window'
import { fieldOf, PersonFields, type PersonDraft } from './PersonFields'

interface Props {
  store: PersonStore
  person: PersonDetail
  onClose(): void
}

/** Changes of a person's data. Only changed fields are sent, so that two administrators do not undo each other's changes. */
export const EditPerson = observer(function EditPerson({ store, person, onClose }: Props) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()
  const [first] = useState(() => draftOf(person))
  const [draft, setDraft] = useState(first)
  const { fault, isBusy } = store.sending
  const text = fault ? wordMessage(fault.message, t) : undefined

  async function save() {
    const changes = changesOf(first, draft, person)
    if (Object.keys(changes).length > 0) {
      if (!(await store.sendChanges(changes))) return
      feedback.toast({ text: t('admin.person.saved') })
    }
    onClose()
  }

  return (
    <Window
      title={t('admin.people.form.editTitle')}
      onClose={() => {
        store.sending.clear()
        onClose()
      }}
      submit={{
        label: t('admin.action.save'),
        isBusy,
        isDisabled: draft.name.trim() === '' || draft.login.trim() === '',
        run: () => void save(),
      }}
      fault={fieldOf(fault) ? undefined : text}
    >
      <PersonFields
        draft={draft}
        directory={person.directory}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
        fault={fault && text !== undefined ? { text, code: fault.code, field: fault.field } : undefined}
      />
    </Window>
  )
})

function draftOf({ name, login, email, departments, groups, quota_bytes }: PersonDetail): PersonDraft {
  return {
    name,
    login,
    email,
    departments: departments.map(({ department_id }) => department_id),
    groups: groups.map(({ id }) => id),
    quota: quota_bytes,
  }
}

function changesOf(first: PersonDraft, draft: PersonDraft, person: PersonDetail) {
  const isManager = (id: number) => person.departments.some((one) => one.department_id === id && one.is_manager)
  return {
    ...(draft.name !== first.name && { name: draft.name }),
    ...(draft.login !== first.login && { login: draft.login }),
    ...(draft.email !== first.email && { email: draft.email }),
    ...(draft.departments !== first.departments && {
      departments: draft.departments.map((id) => ({ department_id: id, is_manager: isManager(id) })),
    }),
    ...(draft.groups !== first.groups && { group_ids: [...draft.groups] }),
    ...(draft.quota !== first.quota && { quota_bytes: draft.quota }),
  }
}
