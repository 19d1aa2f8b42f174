import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { TextButton } from '@/components/ui/TextButton'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { TwoStepStore } from '@/stores/session/TwoStepStore'
import { StepCode, StepPassword } from './StepForms'

/** Switches the second step on or off, and renews the recovery codes. */
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
  const [isRenewing, setRenewing] = useState(false)
  // The page shows new recovery codes instead of this screen.
  const turnedOn = () => twoStep.recoveryCodes ?? tell('twoStep.turnedOn')
  if (twoStep.key) return <StepCode twoStep={twoStep} onDone={turnedOn} />
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
  if (isRenewing) {
    return (
      <StepPassword
        key="renew"
        asker={twoStep}
        text={t('recovery.renewText')}
        submit={t('recovery.renew')}
        foot={
          <View className="security-foot">
            <TextButton label={t('action.cancel')} onPress={stop} />
          </View>
        }
        onPassword={(password) => twoStep.renewRecoveryCodes(password)}
      />
    )
  }
  const codes = (
    <View className="security-secret">
      <View className="security-label">{t('recovery.title')}</View>
      <View>{t('recovery.left', { n: twoStep.state.recovery_codes_left ?? 0 })}</View>
      <View className="security-acts">
        <TextButton label={t('recovery.renew')} onPress={() => setRenewing(true)} />
      </View>
    </View>
  )
  if (twoStep.state.is_required) {
    return (
      <View className="security security-form">
        <View className="security-text">{t('twoStep.isForced')}</View>
        {codes}
      </View>
    )
  }
  return (
    <StepPassword
      key="off"
      asker={twoStep}
      head={codes}
      text={t('twoStep.isOn')}
      submit={t('twoStep.turnOff')}
      danger
      onPassword={async (password) => (await twoStep.disable(password)) && tell('twoStep.turnedOff')}
    />
  )

  function stop() {
    twoStep.reset()
    setRenewing(false)
  }
})
