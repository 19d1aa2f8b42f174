import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/Button'
import { Empty } from '@/components/Empty'
import { Field } from '@/components/Field'
import { Header } from '@/components/Header'
import { TwoStepStore } from '@/stores/session/TwoStepStore'
import { loadAccountWords } from '@/i18n/account/load'
import { useApp } from '@/screens/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePackageWords } from '@/screens/usePackageWords'
import { wordMessage } from '@/screens/wordMessage'
import '@/theme/lazyIcons.scss'
import './security.scss'

/** `/settings/security`: the second step of signing in (decisions 44, force_two_step). */
export default observer(function SecurityPage() {
  const app = useApp()
  const t = usePackageWords(loadAccountWords)
  const [twoStep] = useState(() => new TwoStepStore(app.api))
  const { navigate } = app.platform
  return (
    <SignedIn>
      <PageScreen header={<Header title={t('security.title')} onBack={() => void navigate.back()} />}>
        <Content twoStep={twoStep} />
      </PageScreen>
    </SignedIn>
  )
})

const Content = observer(function Content({ twoStep }: { twoStep: TwoStepStore }) {
  const {
    platform: { navigate },
    session,
  } = useApp()
  const t = usePackageWords(loadAccountWords)
  const isIn = session.phase === 'signedIn'
  useEffect(() => {
    if (isIn) void twoStep.load()
  }, [isIn, twoStep])

  const { fault, phase, state } = twoStep
  const home = () => void navigate.relaunch({ page: 'files', space: 'frequent' })
  const check = async () => {
    if (await twoStep.check()) home()
  }
  if (phase === 'failed') {
    return (
      <Empty
        icon="cloud-off"
        title={t('empty.failed.title')}
        text={fault ? wordMessage(fault, t) : undefined}
        action={t('action.retry')}
        onAction={() => void twoStep.load()}
      />
    )
  }
  if (!state) return null
  if (phase === 'passed') {
    return <Empty icon="check" title={t('security.passed')} action={t('security.goOn')} onAction={home} />
  }
  return (
    <View className="security">
      <View className="security-text">{t(state.is_enrolled ? 'security.enterCode' : 'security.enrol')}</View>
      {state.secret && (
        <View className="security-secret">
          <View className="security-label">{t('security.secret')}</View>
          <Text className="security-key" selectable userSelect>
            {state.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Text>
        </View>
      )}
      <Field
        label={t('security.code')}
        name="one-time-code"
        value={twoStep.code}
        confirmType="done"
        error={fault ? wordMessage(fault, t) : undefined}
        onChange={(text) => twoStep.typed(text)}
        onConfirm={() => void check()}
      />
      <View className="security-submit">
        <Button
          label={t('security.submit')}
          disabled={!twoStep.isWhole}
          loading={phase === 'checking'}
          onPress={() => void check()}
        />
      </View>
    </View>
  )
})
