import { observer } from 'mobx-react'
import { Header } from '@/components/frame/Header'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { LandingBarProps } from '../page/landingProps'
import { LandingLogo } from '../page/LandingLogo'
import type { SheetProps } from '../page/SheetProps'

/** The enterprise's logo and name; in the mini-program language and account are elsewhere. */
export const LandingBar = observer(function LandingBar({ around }: LandingBarProps) {
  const { appearance, platform, sessionContext } = useApp()
  const t = useWords<'visit'>()
  const { navigate } = platform
  return (
    <Header
      title={(around?.title ?? sessionContext.productName) || t('visit.title')}
      leading={around?.logoOn(appearance.effective) ? <LandingLogo around={around} /> : undefined}
      onBack={navigate.depth() > 0 ? () => void navigate.back() : undefined}
    />
  )
})

/** The mini-program's bar opens nothing. */
export function BarSheets(_: SheetProps) {
  return null
}
