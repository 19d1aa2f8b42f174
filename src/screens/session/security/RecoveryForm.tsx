import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordMessage } from '@/screens/app/wording'
import type { TwoStepStore } from '@/stores/session/TwoStepStore'

interface Props {
  twoStep: TwoStepStore
  /** Below the button. */
  foot: ReactNode
  onDone(): void
}

/** Asks for a recovery code in place of the authenticator’s code. */
export const RecoveryForm = observer(function RecoveryForm({ twoStep, foot, onDone }: Props) {
  const { feedback } = useApp()
  const t = usePackageWords(loadAccountWords)
  const { fault, phase, recoveryCode } = twoStep
  async function send() {
    if (!(await twoStep.recover())) return
    feedback.toast({ text: t('recovery.left', { n: twoStep.state?.recovery_codes_left ?? 0 }) })
    onDone()
  }
  return (
    <View className="security security-form">
      <View className="security-text">{t('recovery.enter')}</View>
      <Field
        label={t('recovery.code')}
        focus
        value={recoveryCode}
        confirmType="done"
        error={fault ? wordMessage(fault, t) : undefined}
        onChange={(text) => twoStep.typeRecoveryCode(text)}
        onConfirm={() => void send()}
      />
      <View className="security-submit">
        <Button
          label={t('security.submit')}
          disabled={recoveryCode.trim() === ''}
          loading={phase === 'checking'}
          onPress={() => void send()}
        />
      </View>
      {foot}
    </View>
  )
})
