import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { loadAccountWords } from '@/i18n/session/load'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordMessage } from '@/screens/app/wording'
import { DeviceStore } from '@/stores/session/DeviceStore'
import type { TwoStepStore } from '@/stores/session/TwoStepStore'
import { CardRow } from './CardRow'
import { DeviceRow, deviceName } from './DeviceRow'

interface Props {
  twoStep: TwoStepStore
  onOpen(what: 'password' | 'twoStep' | 'picture' | 'links' | 'applications' | 'audit' | 'logo' | 'pictures'): void
}

/** The security settings of the account, and its signed-in devices. */
export const SecurityHome = observer(function SecurityHome({ twoStep, onOpen }: Props) {
  const { api, feedback, session, sessionContext } = useApp()
  const t = usePackageWords(loadAccountWords)
  const [store] = useState(() => new DeviceStore(api))
  const isIn = session.phase === 'signedIn'
  useEffect(() => {
    if (isIn) void store.load()
  }, [isIn, store])

  async function end(id: number, name: string) {
    const words = {
      title: { text: t('devices.endTitle', { name }) },
      confirm: { text: t('devices.end') },
      isDanger: true,
    }
    const isAgreed = await feedback.confirm({ text: t('devices.endText') }, words)
    if (isAgreed && (await store.end(id))) feedback.toast({ text: t('devices.ended') })
  }

  async function endOthers() {
    const words = { title: { text: t('devices.endOthersTitle') }, confirm: { text: t('devices.end') }, isDanger: true }
    const text = t('devices.endOthersText', { n: store.others.length })
    if (!(await feedback.confirm({ text }, words))) return
    const n = await store.endOthers()
    if (n !== null) feedback.toast({ text: t('devices.endedOthers', { n }) })
  }

  return (
    <View className="security">
      <View className="security-card">
        <CardRow label={t('password.title')} onOpen={() => onOpen('password')} />
        <CardRow label={t('twoStep.title')} value={stateOf(twoStep, t)} onOpen={() => onOpen('twoStep')} />
        {sessionContext.messengers.length > 0 ? (
          <CardRow label={t('quick.title')} onOpen={() => onOpen('links')} />
        ) : null}
        <CardRow label={t('allowed.title')} onOpen={() => onOpen('applications')} />
        <CardRow label={t('picture.title')} onOpen={() => onOpen('picture')} />
      </View>
      {store.mayReadAudit || store.mayBrand ? (
        <>
          <View className="security-heading" role="heading" aria-level={2}>
            {t('logo.heading')}
          </View>
          <View className="security-card">
            {store.mayReadAudit ? <CardRow label={t('audit.title')} onOpen={() => onOpen('audit')} /> : null}
            {store.mayBrand ? (
              <>
                <CardRow label={t('logo.title')} onOpen={() => onOpen('logo')} />
                <CardRow label={t('picture.others')} onOpen={() => onOpen('pictures')} />
              </>
            ) : null}
          </View>
        </>
      ) : null}
      <View className="security-heading" role="heading" aria-level={2}>
        {t('devices.title')}
      </View>
      {store.phase === 'failed' ? (
        <Empty
          icon="cloud-off"
          title={t('devices.failed')}
          text={store.fault ? wordMessage(store.fault, t) : undefined}
          action={t('action.retry')}
          onAction={() => void store.load()}
        />
      ) : (
        <View className="security-card" role="list" aria-busy={store.phase === 'loading'}>
          {store.devices.map((device) => (
            <DeviceRow key={device.id} device={device} onEnd={() => void end(device.id, deviceName(device, t))} />
          ))}
        </View>
      )}
      {store.others.length > 0 ? (
        <View className="security-submit">
          <Button tone="weak" label={t('devices.endOthers')} onPress={() => void endOthers()} />
        </View>
      ) : null}
    </View>
  )
})

/** Recovery codes that are left when the user is reminded of making new ones. */
const FEW = 3

function stateOf({ state }: TwoStepStore, t: Words<'account'>): string {
  if (!state?.is_enrolled) return t('twoStep.off')
  const { recovery_codes_left: left } = state
  return left !== null && left <= FEW ? t('recovery.few', { n: left }) : t('twoStep.on')
}
