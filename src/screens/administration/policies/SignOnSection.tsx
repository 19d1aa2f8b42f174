import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { SignOnStore } from '@/stores/administration/SignOnStore'
import { useConsole } from '../ConsoleContext'
import { Choice } from '../controls/Choice'
import { CopyField } from '../controls/CopyField'
import { TextInput, Toggle } from '../controls/Inputs'
import { SettingsForm } from '../controls/SettingsForm'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { GroupRules } from './GroupRules'

/** The OpenID provider at which people sign on (DIR-01). For owners. */
export const SignOnSection = observer(function SignOnSection() {
  const { api } = useApp()
  const { directory } = useConsole()
  const t = useWords<'admin'>()
  const [store] = useState(() => new SignOnStore(api))
  useEffect(() => void store.load(), [store])
  useEffect(() => void directory.load(), [directory])
  const { saved, draft } = store
  const text = (name: 'label' | 'issuer' | 'client_id' | 'scopes' | 'link_claim' | 'group_claim') => (
    <TextInput
      label={t(`admin.signOn.${name}`)}
      hint={t(`admin.signOn.${name}Text`)}
      value={draft[name]}
      onChange={(value) => store.change({ [name]: value })}
    />
  )

  if (saved.phase === 'failed') return <NotLoaded answer={saved} onRetry={() => void store.load()} />
  if (!saved.value) return <Waiting />
  const { provider, redirect_url: address } = saved.value
  return (
    <SettingsForm words="signOn" store={store} isStored={Boolean(provider)}>
      <CopyField
        label={t('admin.signOn.redirect')}
        hint={t('admin.signOn.redirectText')}
        value={address}
        act={t('admin.signOn.copy')}
      />
      {text('issuer')}
      {text('client_id')}
      <TextInput
        label={t('admin.signOn.secret')}
        hint={t(store.hasSecret ? 'admin.signOn.secretStays' : 'admin.signOn.secretText')}
        type="password"
        value={store.secret}
        onChange={(secret) => store.setSecret(secret)}
      />
      {text('label')}
      {text('scopes')}
      <Choice
        label={t('admin.signOn.link_by')}
        value={draft.link_by}
        options={(['email', 'claim'] as const).map((key) => ({ key, label: t(`admin.signOn.linkBy.${key}`) }))}
        onChoose={(link_by) => store.change({ link_by })}
      />
      {draft.link_by === 'claim' ? text('link_claim') : null}
      <TextInput
        label={t('admin.signOn.domains')}
        hint={t('admin.signOn.domainsText')}
        value={draft.email_domains.join(' ')}
        onChange={(value) => store.change({ email_domains: value.split(/[\s,;]/) })}
      />
      <Toggle
        label={t('admin.signOn.creates')}
        hint={t('admin.signOn.createsText')}
        isOn={draft.creates_people}
        onChange={(creates_people) => store.change({ creates_people })}
      />
      {text('group_claim')}
      <GroupRules rules={draft.group_rules} onChange={(group_rules) => store.change({ group_rules })} />
      <Toggle
        label={t('admin.signOn.signsOut')}
        hint={t('admin.signOn.signsOutText')}
        isOn={draft.signs_out}
        onChange={(signs_out) => store.change({ signs_out })}
      />
      <Toggle
        label={t('admin.signOn.isOn')}
        hint={t('admin.signOn.isOnText')}
        isOn={draft.is_on}
        onChange={(is_on) => store.change({ is_on })}
      />
    </SettingsForm>
  )
})
