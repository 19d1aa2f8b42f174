import type { MeSettingsProps } from '@/components/sheets/MeSettings'
import type { MenuEntry } from '@/components/sheets/MenuList'
import { useWords } from '@/components/ui/context'
import type { Place } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { openOffline } from '@/stores/offline/openOffline'
import { useAccount } from '@/screens/items/places/useAccount'

interface Way {
  key: string
  label: string
  icon: MenuEntry['icon']
  place: Place
}

/**
 * The user's settings and their effects, for observers; null without a user.
 * @param leave closes what shows them, before another page opens or the app restarts @param more further ways, above the others
 */
export function useMe(leave: () => Promise<void>, more: readonly Way[] = []): MeSettingsProps | null {
  const app = useApp()
  const { appearance, feedback, language, lazy, platform, session } = app
  const t = useWords()
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

  /** The app restarts. */
  async function choose(choice: Parameters<typeof language.choose>[0]) {
    await leave()
    language.choose(choice)
  }

  const ways: Way[] = [
    ...more,
    ...(hasConsole
      ? [
          {
            key: 'administer',
            label: t('me.administer'),
            icon: 'building-2' as const,
            place: { page: 'admin' as const },
          },
        ]
      : []),
    { key: 'security', label: t('me.security'), icon: 'lock', place: { page: 'security' } },
  ]
  return {
    ...account,
    language: language.language,
    wording: language.wording,
    appearance: appearance.choice,
    entries: [
      ...ways.map(({ place, ...way }) => ({
        ...way,
        onSelect: () => void leave().then(() => platform.navigate.push(place)),
      })),
      ...(lazy.offlinePhone?.files
        ? [
            {
              key: 'offline',
              label: t('offline.title'),
              icon: 'cloud-off' as const,
              onSelect: () => void leave().then(() => openOffline(app)),
            },
          ]
        : []),
      { key: 'signOut', label: t('me.signOut'), icon: 'log-out', danger: true, onSelect: () => void signOut() },
    ],
    onLanguage: (chosen) => void choose({ language: chosen }),
    onWording: (wording) => void choose({ wording }),
    onAppearance: (choice) => appearance.choose(choice),
  }
}
