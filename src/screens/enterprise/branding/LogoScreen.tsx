import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Skeleton } from '@/components/ui/Skeleton'
import { loadAccountWords } from '@/i18n/session/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { Ground, LogoStore } from '@/stores/enterprise/LogoStore'
import { LogoCard } from './LogoCard'

interface Props {
  store: LogoStore
  onPick(ground: Ground): void
}

/** An administrator sets the enterprise's logos for link pages, on light and on dark backgrounds (LAND-09). */
export const LogoScreen = observer(function LogoScreen({ store, onPick }: Props) {
  const t = usePackageWords(loadAccountWords)
  useEffect(needLazyWords, [])
  useEffect(() => void store.load(), [store])
  if (store.phase === 'loading') return <Skeleton rows={4} />
  if (store.phase === 'failed') return <LoadFailed error={store.fault} onRetry={() => void store.load()} />
  const [light, dark] = store.logos
  return (
    <View className="security">
      <View className="security-text">{t('logo.text')}</View>
      <LogoCard logo={light} onPick={() => onPick('light')} />
      <LogoCard logo={dark} fallback={light.address === null ? undefined : light} onPick={() => onPick('dark')} />
    </View>
  )
})
