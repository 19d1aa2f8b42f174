import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { PersonDetail } from '@/contract/administration/people'
import type { ErrorCode } from '@/contract/errors'
import { useConsole } from '../ConsoleContext'
import { ManyChoice } from '../controls/ManyChoice'
import { TextInput } from '../controls/Inputs'
import { SizeInput } from '../controls/SizeInput'

export interface PersonDraft {
  name: string
  login: string
  email: string
  departments: readonly number[]
  groups: readonly number[]
  /** bytes; null: the organisation's default */
  quota: number | null
}

interface Props {
  draft: PersonDraft
  onChange(changes: Partial<PersonDraft>): void
  fault?: { text: string; code?: ErrorCode; field?: string }
  isNew?: boolean
  /** The directory that owns fields of the person, which then only show. */
  directory?: PersonDetail['directory']
}

/** The field that a refusal is about. */
export function fieldOf(fault: { code?: ErrorCode; field?: string } | null | undefined) {
  if (fault?.field === 'quota_bytes') return 'quota'
  const [field] = (fault?.code ?? '').split('_')
  return field === 'name' || field === 'login' || field === 'email' ? field : undefined
}

/** Fields of a person, for adding and for editing. */
export const PersonFields = observer(function PersonFields({ draft, onChange, fault, isNew, directory: owner }: Props) {
  const { directory } = useConsole()
  const t = useWords<'admin'>()
  const at = fieldOf(fault)
  const isOwned = (field: 'name' | 'login' | 'email') => owner?.owned.includes(field) ?? false
  const managed = owner ? t('admin.directories.managed', { name: owner.label }) : undefined
  const errorAt = (field: typeof at) => (at === field ? fault?.text : undefined)
  return (
    <>
      <TextInput
        label={t('admin.people.form.name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={errorAt('name')}
        hint={isOwned('name') ? managed : undefined}
        isDisabled={isOwned('name')}
        isRequired
        autoFocus={isNew}
      />
      <TextInput
        label={t('admin.people.form.login')}
        hint={isNew ? t('admin.people.form.loginHint') : isOwned('login') ? managed : undefined}
        isDisabled={isOwned('login')}
        value={draft.login}
        onChange={(login) => onChange({ login })}
        error={errorAt('login')}
        isRequired
      />
      <TextInput
        label={t('admin.people.form.email')}
        type="email"
        value={draft.email}
        onChange={(email) => onChange({ email })}
        error={errorAt('email')}
        hint={isOwned('email') ? managed : undefined}
        isDisabled={isOwned('email')}
      />
      <ManyChoice
        label={t('admin.people.form.departments')}
        empty={t('admin.people.form.noDepartments')}
        options={directory.nodes.map(({ id, name, depth }) => ({ id, label: name, depth }))}
        chosen={draft.departments}
        onChoose={(departments) => onChange({ departments })}
      />
      <ManyChoice
        label={t('admin.people.form.groups')}
        empty={t('admin.people.form.noGroups')}
        options={(directory.groups.value ?? []).map(({ id, name }) => ({ id, label: name, depth: 0 }))}
        chosen={draft.groups}
        onChoose={(groups) => onChange({ groups })}
      />
      <SizeInput
        label={t('admin.people.form.quota')}
        hint={t('admin.departments.form.quotaHint')}
        value={draft.quota}
        onChange={(quota) => onChange({ quota })}
        error={errorAt('quota')}
      />
    </>
  )
})
