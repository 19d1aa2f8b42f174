import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import type { SignedInDevice } from '@/contract/session/account'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordAgo } from '@/screens/app/wording'
import type { Words } from '@/i18n/words'

interface Props {
  device: SignedInDevice
  onEnd(): void
}

/** A signed-in device: name, place and last use; all but this one can be signed out. */
export const DeviceRow = observer(function DeviceRow({ device, onEnd }: Props) {
  const app = useApp()
  const t = usePackageWords(loadAccountWords)
  const time = wordAgo(app, device.last_used, t)
  const used = device.is_current ? t('devices.now') : t('devices.lastUsed', { time })
  return (
    <View className="security-row" role="listitem">
      <View className="security-row-label">
        <View className="device-name">
          {deviceName(device, t)}
          {device.is_current ? <View className="device-here">{t('devices.here')}</View> : null}
        </View>
        <View className="security-row-text">{[used, device.address].filter(Boolean).join(' · ')}</View>
      </View>
      {device.is_current ? null : <TextButton label={t('devices.end')} onPress={onEnd} />}
    </View>
  )
})

/** A device's program and system, in the user's language. */
export function deviceName({ kind, browser, system }: SignedInDevice, t: Words<'account'>): string {
  const parts = [kind === 'app' ? t('devices.app') : programName(browser, t), system].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' · ') : t('devices.unknown')
}

function programName(browser: string, t: Words<'account'>): string {
  if (browser === 'WeChat') return t('devices.wechat')
  if (browser === 'WeCom') return t('devices.wecom')
  return browser.replace(/^Microsoft /, '')
}
