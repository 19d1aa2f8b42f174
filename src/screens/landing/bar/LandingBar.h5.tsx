import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { avatarInitial } from '@/domain/text/avatar'
import { languageNames } from '@/i18n/languages'
import { useApp } from '@/screens/app/AppContext'
import { signInHere } from '../page/signInHere'
import type { BarSheetsProps, LandingBarProps } from '../page/landingProps'
import { LandingLogo } from '../page/LandingLogo'
import { lazyPart } from '@/screens/app/lazyPart'

/** The control panel: enterprise, language, and sign-in or account (LAND-02, LAND-09). */
export const LandingBar = observer(function LandingBar({ around, overlays }: LandingBarProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  const { language, platform, session, sessionContext } = app
  const title = around?.title ?? sessionContext.productName
  const { user } = session
  const register = around?.registerUrl
  return (
    <View className="visit-bar">
      <LandingLogo around={around} letter={avatarInitial(title)} />
      <View className="visit-title" role={title ? 'heading' : undefined} aria-level={title ? 1 : undefined}>
        {title}
      </View>
      <TextButton tone="plain" label={languageNames[language.language]} onPress={() => overlays.show('languages')} />
      {user ? (
        <View
          className="visit-account"
          aria-label={t('visit.bar.account', { name: user.name })}
          onClick={() => overlays.show('me')}
        >
          <Avatar userId={user.id} name={user.name} />
        </View>
      ) : (
        <>
          {register ? (
            <TextButton
              label={t('visit.bar.register')}
              // The built-in page takes the address to return to.
              onPress={() =>
                platform.navigate.leave(
                  register[0] === '/' ? register + encodeURIComponent(platform.navigate.here()) : register,
                )
              }
            />
          ) : null}
          <TextButton label={t('visit.bar.login')} onPress={() => void signInHere(app)} />
        </>
      )}
    </View>
  )
})

const AccountSheets = lazyPart<Pick<BarSheetsProps, 'overlays'>>(
  () => import(/* webpackChunkName: "visit-sheets" */ './AccountSheets'),
)

/** The sheets of the bar. */
export const BarSheets = observer(function BarSheets({ overlays }: BarSheetsProps) {
  const isOpen = overlays.valueFor('languages') !== undefined || overlays.valueFor('me') !== undefined
  return isOpen ? <AccountSheets overlays={overlays} /> : null
})
