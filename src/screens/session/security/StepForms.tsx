import { observer } from 'mobx-react'
import { Form, View } from '@tarojs/components'
import { useState, type ReactNode } from 'react'
import type { Message } from '@/api/Message'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { loadAccountWords } from '@/i18n/session/load'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordMessage } from '@/screens/app/wording'
import type { TwoStepStore } from '@/stores/session/TwoStepStore'
import { StepKey } from './StepKey'

interface PasswordProps {
  /** State of the action that asks. */
  asker: { readonly fault: Message<'account'> | null; readonly phase: string }
  /** Above the reason. */
  head?: ReactNode
  /** The reason for asking. */
  text: string
  submit: string
  danger?: boolean
  /** Below the button. */
  foot?: ReactNode
  onPassword(password: string): Promise<unknown>
}

/** Asks for the password before an action that needs it. */
export const StepPassword = observer(function StepPassword({
  asker,
  head,
  text,
  submit,
  danger,
  foot,
  onPassword,
}: PasswordProps) {
  const t = usePackageWords(loadAccountWords)
  const [password, setPassword] = useState('')
  const send = () => {
    if (password !== '') void onPassword(password)
  }
  return (
    <Form className="security security-form">
      {head}
      <View className="security-text">{text}</View>
      <View className="security-text">{t('twoStep.confirm')}</View>
      <Field
        label={t('twoStep.password')}
        name="current-password"
        showLabel={t('security.show')}
        value={password}
        confirmType="done"
        error={asker.fault ? wordMessage(asker.fault, t) : undefined}
        onChange={setPassword}
        onConfirm={send}
      />
      <View className="security-submit">
        <Button
          tone={danger ? 'danger' : 'primary'}
          label={submit}
          disabled={password === ''}
          loading={asker.phase === 'checking'}
          onPress={send}
        />
      </View>
      {foot}
    </Form>
  )
})

interface CodeProps {
  twoStep: TwoStepStore
  /** Below the button. */
  foot?: ReactNode
  onDone(): void
}

/** Asks for a code of the authenticator app; shows the key while there is one. */
export const StepCode = observer(function StepCode({ twoStep, foot, onDone }: CodeProps) {
  const t = usePackageWords(loadAccountWords)
  const { fault, key, phase } = twoStep
  const done = async (passing: Promise<boolean>) => {
    if (await passing) onDone()
  }
  const check = () => void done(twoStep.check())
  return (
    <View className="security security-form">
      <View className="security-text">{t(key ? 'security.enrol' : 'security.enterCode')}</View>
      {key ? <StepKey {...key} /> : null}
      <Field
        label={t('security.code')}
        name="one-time-code"
        digits
        focus={!key}
        value={twoStep.code}
        confirmType="done"
        error={fault ? wordMessage(fault, t) : undefined}
        onChange={(text) => void done(twoStep.enter(text))}
        onConfirm={check}
      />
      <View className="security-submit">
        <Button
          label={t('security.submit')}
          disabled={!twoStep.isWhole}
          loading={phase === 'checking'}
          onPress={check}
        />
      </View>
      {foot}
    </View>
  )
})
