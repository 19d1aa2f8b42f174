import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Button } from '@/components/ui/Button'
import { TextButton } from '@/components/ui/TextButton'
import { Field } from '@/components/fields/Field'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { wordMessage } from '@/screens/app/wording'
import { RegistrationStore, type RegistrationField } from '@/stores/session/RegistrationStore'
import { LegalLinks } from './LegalLinks'

interface Props {
  t: Words<'account'>
  redirect?: string
  onBack(): void
}

/** Registers a personal account by a code (DIR-05); only in browsers. */
export const Registration = observer(function Registration({ t, redirect, onBack }: Props) {
  const app = useApp()
  const store = useDisposable(() => new RegistrationStore(app))
  useEffect(() => void store.load(), [store])
  const { ways, faults, fields, left } = store
  const submit = () => void store.register(redirect)
  const input = (field: RegistrationField) => ({
    value: fields[field],
    error: faults[field] && wordMessage(faults[field], t),
    onChange: (typed: string) => store.set(field, typed),
  })

  return (
    <>
      <Field
        label={t(`login.register.address.${kindOf(ways)}`)}
        name="username"
        confirmType="next"
        hint={hintOf(ways, t)}
        onConfirm={() => void store.sendCode()}
        {...input('address')}
      />
      <View className="login-line">
        <View className="login-line-field">
          <Field
            label={t('login.register.code')}
            name="one-time-code"
            digits
            confirmType="next"
            hint={store.isSent ? t('login.register.sent') : undefined}
            {...input('code')}
          />
        </View>
        <View className="login-line-button">
          <Button
            small
            tone="weak"
            label={left > 0 ? t('login.register.again', { n: left }) : t('login.register.send')}
            disabled={left > 0}
            loading={store.isSending}
            onPress={() => void store.sendCode()}
          />
        </View>
      </View>
      <Field label={t('login.register.name')} name="name" confirmType="next" {...input('name')} />
      <Field
        label={t('login.register.password')}
        name="new-password"
        showLabel={t('login.showPassword')}
        confirmType="go"
        hint={t('login.register.passwordHint')}
        onConfirm={submit}
        {...input('new_password')}
      />
      {faults.other ? (
        <View className="login-trouble" role="alert">
          {wordMessage(faults.other, t)}
        </View>
      ) : null}
      <View className="login-submit">
        <Button
          label={t('login.register.submit')}
          loading={app.session.attempt.phase === 'checking'}
          onPress={submit}
        />
      </View>
      <View className="login-forgotten">
        <TextButton label={t('login.forgotten.back')} onPress={onBack} />
      </View>
      <LegalLinks t={t} isNew />
    </>
  )
})

function kindOf(ways: RegistrationStore['ways']): 'email' | 'phone' | 'either' {
  if (ways === null || (ways.email && ways.phone_countries.length > 0)) return 'either'
  return ways.email ? 'email' : 'phone'
}

/** Tells how to write numbers of other countries, where there are several. */
function hintOf(ways: RegistrationStore['ways'], t: Words<'account'>): string | undefined {
  const [own, ...others] = (ways?.phone_countries ?? []).map((code) => `+${code}`)
  return own === undefined || others.length === 0
    ? undefined
    : t('login.register.countries', { own, others: others.join(' ') })
}
