import { observer } from 'mobx-react'
import { loadAccountWords } from '@/i18n/account/load'
import { useApp } from '@/screens/AppContext'
import { usePackageWords } from '@/screens/usePackageWords'
import type { TwoStepStore } from '@/stores/session/TwoStepStore'
import { StepCode, StepPassword } from './StepForms'

/** Lets nobody past without the second step: the code, and before it, where an enterprise forces it, switching it on. */
export const StepGate = observer(function StepGate({ twoStep }: { twoStep: TwoStepStore }) {
  const { navigate } = useApp().platform
  const t = usePackageWords(loadAccountWords)
  const home = () => void navigate.relaunch({ page: 'files', space: 'frequent' })
  if (twoStep.state?.is_enrolled || twoStep.secret) return <StepCode twoStep={twoStep} onDone={home} />
  return (
    <StepPassword
      twoStep={twoStep}
      text={t('security.forced')}
      submit={t('security.next')}
      onPassword={(password) => twoStep.begin(password)}
    />
  )
})
