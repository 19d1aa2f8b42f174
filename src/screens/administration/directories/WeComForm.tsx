import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import { wordMessage } from '@/screens/app/wording'
import type { WeComSecret, WeComStore } from '@/stores/administration/WeComStore'
import { CopyField } from '../controls/CopyField'
import { NumberInput, TextInput, Toggle } from '../controls/Inputs'
import { SettingsForm } from '../controls/SettingsForm'

/** The fields that show their own refusals. */
const fields: ReadonlySet<string> = new Set([
  'label',
  'corp_id',
  'agent_id',
  'secret',
  'contacts_secret',
  'callback_token',
  'callback_key',
])

interface Props {
  store: WeComStore
  onSaved(): void
}

/** The settings of WeCom. */
export const WeComForm = observer(function WeComForm({ store, onSaved }: Props) {
  const t = useWords<'admin'>()
  const {
    draft,
    sending: { fault },
  } = store
  const errorOf = (name: string) => (fault?.field === name ? wordMessage(fault.message, t) : undefined)
  const secret = (name: WeComSecret) => (
    <TextInput
      label={t(`admin.weCom.${name}`)}
      hint={t(store.has(name) ? 'admin.weCom.stays' : `admin.weCom.${name}Text`)}
      error={errorOf(name)}
      type="password"
      value={store.secrets[name]}
      onChange={(value) => store.setSecret(name, value)}
    />
  )
  const address = (name: 'domain' | 'callback', value: string) => (
    <CopyField
      label={t(`admin.weCom.${name}`)}
      hint={t(`admin.weCom.${name}Text`)}
      value={value}
      act={t(`admin.weCom.${name}Copy`)}
    />
  )
  const { directory, domain, callback_url: callback } = store.saved.value!
  return (
    <SettingsForm words="weCom" store={store} isStored={Boolean(directory)} fields={fields} onChanged={onSaved}>
      <TextInput
        label={t('admin.weCom.label')}
        error={errorOf('label')}
        hint={t('admin.weCom.labelText')}
        value={draft.label}
        onChange={(label) => store.change({ label })}
      />
      <TextInput
        label={t('admin.weCom.corp_id')}
        error={errorOf('corp_id')}
        hint={t('admin.weCom.corp_idText')}
        value={draft.corp_id}
        onChange={(corp_id) => store.change({ corp_id })}
      />
      <TextInput
        label={t('admin.weCom.agent_id')}
        error={errorOf('agent_id')}
        hint={t('admin.weCom.agent_idText')}
        value={draft.agent_id === 0 ? '' : String(draft.agent_id)}
        onChange={(value) => store.change({ agent_id: Number(value.replace(/\D/g, '').slice(0, 10)) })}
      />
      {secret('secret')}
      {address('domain', domain)}
      <Toggle
        label={t('admin.weCom.offers')}
        hint={t('admin.weCom.offersText')}
        isOn={draft.offers_sign_in}
        onChange={(offers_sign_in) => store.change({ offers_sign_in })}
      />
      <h3>{t('admin.weCom.syncTitle')}</h3>
      {secret('contacts_secret')}
      <NumberInput
        label={t('admin.weCom.hours')}
        hint={t('admin.weCom.hoursText')}
        value={draft.sync_hours}
        minimum={1}
        maximum={168}
        onChange={(sync_hours) => store.change({ sync_hours })}
      />
      <Toggle
        label={t('admin.weCom.links')}
        hint={t('admin.weCom.linksText')}
        isOn={draft.links_existing}
        onChange={(links_existing) => store.change({ links_existing })}
      />
      <h3>{t('admin.weCom.callbackTitle')}</h3>
      {address('callback', callback)}
      {secret('callback_token')}
      {secret('callback_key')}
      <Toggle
        label={t('admin.weCom.isOn')}
        hint={t('admin.weCom.isOnText')}
        isOn={draft.is_on}
        onChange={(is_on) => store.change({ is_on })}
      />
    </SettingsForm>
  )
})
