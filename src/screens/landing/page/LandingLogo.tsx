import { observer } from 'mobx-react'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { useApp } from '@/screens/app/AppContext'
import type { Surroundings } from '@/stores/landing/Surroundings'

interface Props {
  around?: Surroundings
  /** Shown where there is no logo or it fails to load. */
  letter?: string
}

/** The logo of the page's enterprise (LAND-09). */
export const LandingLogo = observer(function LandingLogo({ around, letter }: Props) {
  const { appearance, platform } = useApp()
  const [broken, setBroken] = useState<string | null>(null)
  const address = around?.logoOn(appearance.effective) ?? null
  if (address !== null && address !== broken)
    return (
      <Image
        className="visit-logo-picture"
        mode="aspectFit"
        src={platform.origin + address}
        onError={() => setBroken(address)}
      />
    )
  return letter === undefined ? null : (
    <View className="visit-logo" aria-hidden>
      {letter}
    </View>
  )
})
