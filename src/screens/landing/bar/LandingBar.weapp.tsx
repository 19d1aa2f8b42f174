import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { Header } from '@/components/frame/Header'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { lazyPart } from '@/screens/app/lazyPart'
import { useApp } from '@/screens/app/AppContext'
import { OutgoingSheet } from '@/screens/items/OutgoingSheet'
import '@/theme/lazyIcons.scss'
import type { AccountSheetsProps } from './AccountSheets'
import type { BarSheetsProps, LandingBarProps } from '../page/landingProps'
import { LandingLogo } from '../page/LandingLogo'

/** The enterprise's logo and name. One button beside WeChat's capsule leads to sign-in, account and language (LAND-02). */
export const LandingBar = observer(function LandingBar({ around, overlays }: LandingBarProps) {
  const { appearance, platform, session, sessionContext } = useApp()
  const t = useWords<'visit'>()
  const { navigate } = platform
  const { user } = session
  const label = user ? t('visit.bar.account', { name: user.name }) : t('visit.bar.menu')
  return (
    <Header
      title={(around?.title ?? sessionContext.productName) || t('visit.title')}
      leading={around?.logoOn(appearance.effective) ? <LandingLogo around={around} /> : undefined}
      onBack={navigate.depth() > 0 ? () => void navigate.back() : undefined}
      actions={[{ icon: 'user', label, onPress: () => overlays.show('me') }]}
    />
  )
})

const AccountSheets = lazyPart<AccountSheetsProps>(
  () => import(/* webpackChunkName: "visit-sheets" */ './AccountSheets'),
)

/** The sheets of the bar, and the sheet of a file that leaves the app for the phone's album. */
export const BarSheets = observer(function BarSheets({ overlays, store, file }: BarSheetsProps) {
  const isOpen = overlays.valueFor('languages') !== undefined || overlays.valueFor('me') !== undefined
  const isLeaving = file && store && overlays.valueFor('outgoing') === file.typed_id
  return (
    <>
      {isOpen ? <AccountSheets overlays={overlays} isWhole /> : null}
      {isLeaving ? <Leaving store={store} overlays={overlays} file={file} /> : null}
    </>
  )
})

/** A download may have been counted. */
function Leaving({ store, overlays, file }: Required<Omit<BarSheetsProps, 'file'>> & { file: Item }) {
  useEffect(() => () => void store.refresh(), [store])
  return <OutgoingSheet item={file} overlays={overlays} />
}
