import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'
import { SignOnStore } from '@/stores/administration/SignOnStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Choice } from '../controls/Choice'
import { TextInput, Toggle } from '../controls/Inputs'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { GroupRules } from './GroupRules'

/** The OpenID provider at which people sign on (DIR-01). For owners. */
export const SignOnSection = observer(function SignOnSection() {
  const { api, feedback, platform } = useApp()
  const { directory } = useConsole()
  const t = useWords<'admin'>()
  const [store] = useState(() => new SignOnStore(api))
  useEffect(() => void store.load(), [store])
  useEffect(() => void directory.load(), [directory])
  const { saved, draft, sending } = store
  const { fault } = sending
  const text = (name: 'label' | 'issuer' | 'client_id' | 'scopes' | 'link_claim' | 'group_claim') => (
    <TextInput
      label={t(`admin.signOn.${name}`)}
      hint={t(`admin.signOn.${name}Text`)}
      value={draft[name]}
      onChange={(value) => store.change({ [name]: value })}
    />
  )

  async function save() {
    if (await store.save()) feedback.toast({ text: t('admin.signOn.saved') })
  }

  async function remove() {
    const words = {
      title: { text: t('admin.signOn.removeTitle') },
      confirm: { text: t('admin.action.remove') },
      isDanger: true,
    }
    if (!(await feedback.confirm({ text: t('admin.signOn.removeText') }, words))) return
    if (await store.remove()) feedback.toast({ text: t('admin.signOn.removed') })
  }

  async function copy(address: string) {
    await platform.copyText(address)
    feedback.toast({ text: t('admin.action.copied') })
  }

  if (saved.phase === 'failed') return <NotLoaded answer={saved} onRetry={() => void store.load()} />
  if (!saved.value) return <Waiting />
  const { provider, redirect_url: address } = saved.value
  return (
    <form
      className="sign-on"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="quiet">{t('admin.signOn.intro')}</p>
      <div className="sign-on-address">
        <TextInput
          label={t('admin.signOn.redirect')}
          hint={t('admin.signOn.redirectText')}
          value={address}
          onChange={() => undefined}
        />
        <Btn icon="copy" label={t('admin.signOn.copy')} onPress={() => void copy(address)} />
      </div>
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
      {fault ? (
        <p className="window-fault" role="alert">
          {wordMessage(fault.message, t)}
        </p>
      ) : null}
      <div className="sign-on-acts">
        {provider ? <Btn tone="danger" label={t('admin.signOn.remove')} onPress={() => void remove()} /> : null}
        <Btn type="submit" tone="primary" label={t('admin.action.save')} isBusy={sending.isBusy} />
      </div>
    </form>
  )
})
