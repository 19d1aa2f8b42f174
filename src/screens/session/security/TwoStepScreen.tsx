import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { TwoStepStore } from '@/stores/session/TwoStepStore'
import { StepCode, StepPassword } from './StepForms'

/** Switches the second step on or off. */
export const TwoStepScreen = observer(function TwoStepScreen({
  twoStep,
  onDone,
}: {
  twoStep: TwoStepStore
  onDone(): void
}) {
  const { feedback } = useApp()
  const t = usePackageWords(loadAccountWords)
  useEffect(() => () => twoStep.reset(), [twoStep])
  const tell = (key: 'twoStep.turnedOn' | 'twoStep.turnedOff') => {
    feedback.toast({ text: t(key) })
    onDone()
  }
  if (twoStep.secret) return <StepCode twoStep={twoStep} onDone={() => tell('twoStep.turnedOn')} />
  if (!twoStep.state?.is_enrolled) {
    return (
      <StepPassword
        key="on"
        asker={twoStep}
        text={t('twoStep.about')}
        submit={t('twoStep.turnOn')}
        onPassword={(password) => twoStep.begin(password)}
      />
    )
  }
  if (twoStep.state.is_required) {
    return (
      <View className="security security-form">
        <View className="security-text">{t('twoStep.isForced')}</View>
      </View>
    )
  }
  return (
    <StepPassword
      key="off"
      asker={twoStep}
      text={t('twoStep.isOn')}
      submit={t('twoStep.turnOff')}
      danger
      onPassword={async (password) => (await twoStep.disable(password)) && tell('twoStep.turnedOff')}
    />
  )
})
