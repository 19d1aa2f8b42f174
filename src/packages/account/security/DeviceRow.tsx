import { View } from '@tarojs/components'
import { TextButton } from '@/components/TextButton'
import type { SignedInDevice } from '@/contract/account'
import { formatTime } from '@/domain/format/time'
import { loadAccountWords } from '@/i18n/account/load'
import { wordTime } from '@/i18n/format'
import { useApp } from '@/screens/AppContext'
import { usePackageWords } from '@/screens/usePackageWords'
import { deviceName } from './deviceName'

/** A device on which the user is signed in: what it is, where and when it was used; all but this one can be signed out. */
export function DeviceRow({ device, onEnd }: { device: SignedInDevice; onEnd(): void }) {
  const { clock } = useApp().platform
  const t = usePackageWords(loadAccountWords)
  const time = wordTime(formatTime(device.last_used, clock.now() / 1000, clock.zone()), t)
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
}
