import { observer } from 'mobx-react'
import { MeSheet } from '@/components/sheets/MeSheet'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '@/screens/app/AppContext'
import { useAccount } from '@/screens/items/places/useAccount'

/** Language, wording, appearance, security, sign-out (decisions 44). */
export const MeOverlay = observer(function MeOverlay({ overlays }: { overlays: OverlayStore }) {
  const { appearance, feedback, language, lazy, platform, session } = useApp()
  const account = useAccount()
  if (!account) return null
  // The console exists only in a browser, where addresses can replace the app.
  const hasConsole = platform.can.leave && session.user?.administrator_role !== undefined

  async function signOut() {
    const agreed = await feedback.confirm(
      { key: lazy.uploads?.isUnended ? 'me.signOutUploads' : 'me.signOutText' },
      { title: { key: 'me.signOutTitle' }, confirm: { key: 'me.signOut' }, isDanger: true },
    )
    if (agreed) await session.signOut()
  }

  async function open(page: 'security' | 'admin') {
    await overlays.close('me')
    await platform.navigate.push({ page })
  }

  /** The app restarts without the sheet. */
  async function choose(choice: Parameters<typeof language.choose>[0]) {
    await overlays.close('me')
    language.choose(choice)
  }

  return (
    <MeSheet
      {...account}
      language={language.language}
      wording={language.wording}
      appearance={appearance.choice}
      onLanguage={(chosen) => void choose({ language: chosen })}
      onWording={(wording) => void choose({ wording })}
      onAppearance={(choice) => appearance.choose(choice)}
      onSecurity={() => void open('security')}
      onAdminister={hasConsole ? () => void open('admin') : undefined}
      onSignOut={() => void signOut()}
      onClose={() => void overlays.close('me')}
    />
  )
})
