import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import { ldapKinds, type LdapStore } from '@/stores/administration/LdapStore'
import { Choice } from '../controls/Choice'
import { LinesInput, TextInput, Toggle } from '../controls/Inputs'
import { SettingsForm } from '../controls/SettingsForm'

interface Props {
  store: LdapStore
  onSaved(): void
}

/** Hours that the form offers; `never`: only by hand. */
const HOURS = { never: null, h1: 1, h6: 6, h12: 12, h24: 24 } as const
const hourNames = Object.keys(HOURS) as (keyof typeof HOURS)[]

/** The settings of an LDAP directory. */
export const LdapForm = observer(function LdapForm({ store, onSaved }: Props) {
  const t = useWords<'admin'>()
  const { saved, draft, kind } = store
  const text = (
    name:
      | 'label'
      | 'url'
      | 'bind_dn'
      | 'base_dn'
      | 'user_filter'
      | 'id_attribute'
      | 'login_attribute'
      | 'name_attribute'
      | 'email_attribute'
      | 'department_base'
      | 'department_attribute',
  ) => (
    <TextInput
      label={t(`admin.directories.${name}`)}
      hint={t(`admin.directories.${name}Text`)}
      value={draft[name]}
      onChange={(value) => store.change({ [name]: value })}
    />
  )
  const toggle = (name: 'starts_tls' | 'links_existing' | 'signs_in' | 'is_on') => (
    <Toggle
      label={t(`admin.directories.${name}`)}
      hint={t(`admin.directories.${name}Text`)}
      isOn={draft[name]}
      onChange={(isOn) => store.change({ [name]: isOn })}
    />
  )

  return (
    <SettingsForm words="directories" store={store} isStored={Boolean(saved.value?.ldap)} onChanged={onSaved}>
      {text('label')}
      {text('url')}
      {draft.url.trim().startsWith('ldap:') ? toggle('starts_tls') : null}
      <LinesInput
        label={t('admin.directories.ca_certificate')}
        hint={t('admin.directories.ca_certificateText')}
        value={draft.ca_certificate}
        onChange={(ca_certificate) => store.change({ ca_certificate })}
      />
      {text('bind_dn')}
      <TextInput
        label={t('admin.directories.password')}
        hint={t(store.hasPassword ? 'admin.directories.passwordStays' : 'admin.directories.passwordText')}
        type="password"
        value={store.password}
        onChange={(password) => store.setPassword(password)}
      />
      {text('base_dn')}
      <Choice
        label={t('admin.directories.kind')}
        value={kind ?? 'other'}
        options={(['openldap', 'active', 'other'] as const).map((key) => ({
          key,
          label: t(`admin.directories.kinds.${key}`),
        }))}
        onChoose={(key) => (key === 'other' ? undefined : store.change(ldapKinds[key]))}
      />
      {text('user_filter')}
      {text('id_attribute')}
      {text('login_attribute')}
      {text('name_attribute')}
      {text('email_attribute')}
      <Choice
        label={t('admin.directories.departments_by')}
        value={draft.departments_by}
        options={(['ou', 'attribute', 'none'] as const).map((key) => ({
          key,
          label: t(`admin.directories.departmentsBy.${key}`),
        }))}
        onChoose={(departments_by) => store.change({ departments_by })}
      />
      {draft.departments_by === 'ou' ? text('department_base') : null}
      {draft.departments_by === 'attribute' ? text('department_attribute') : null}
      <Choice
        label={t('admin.directories.sync_hours')}
        value={hourNames.find((name) => HOURS[name] === draft.sync_hours) ?? 'never'}
        options={hourNames.map((key) => ({ key, label: t(`admin.directories.hours.${key}`) }))}
        onChoose={(name) => store.change({ sync_hours: HOURS[name] })}
      />
      {toggle('links_existing')}
      {toggle('signs_in')}
      {toggle('is_on')}
    </SettingsForm>
  )
})
