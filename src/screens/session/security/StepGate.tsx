import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { TextButton } from '@/components/ui/TextButton'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { TwoStepStore } from '@/stores/session/TwoStepStore'
import { RecoveryForm } from './RecoveryForm'
import { StepCode, StepPassword } from './StepForms'

/** Requires the second step: the code, and first switching it on, where an enterprise forces it. */
export const StepGate = observer(function StepGate({ twoStep }: { twoStep: TwoStepStore }) {
  const {
    platform: { navigate },
    session,
  } = useApp()
  const t = usePackageWords(loadAccountWords)
  const [isRecovering, setRecovering] = useState(false)
  const home = () => void navigate.relaunch({ page: 'files', space: 'frequent' })
  const isEnrolled = twoStep.state?.is_enrolled === true
  function change() {
    twoStep.reset()
    setRecovering(!isRecovering)
  }
  const foot = (
    <View className="security-foot">
      {isEnrolled ? <TextButton label={t(isRecovering ? 'recovery.back' : 'recovery.use')} onPress={change} /> : null}
      <View className="security-text">{t('security.account', { login: session.user?.login ?? '' })}</View>
      <TextButton label={t('security.otherAccount')} onPress={() => void session.signOut()} />
    </View>
  )
  if (isEnrolled && isRecovering) return <RecoveryForm twoStep={twoStep} foot={foot} onDone={home} />
  // New recovery codes are shown first.
  const enter = () => twoStep.recoveryCodes ?? home()
  if (isEnrolled || twoStep.key) return <StepCode twoStep={twoStep} foot={foot} onDone={enter} />
  return (
    <StepPassword
      asker={twoStep}
      text={t('security.forced')}
      submit={t('security.next')}
      foot={foot}
      onPassword={(password) => twoStep.begin(password)}
    />
  )
})
