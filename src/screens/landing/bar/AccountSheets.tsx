import { observer } from 'mobx-react'
import { Avatar } from '@/components/ui/Avatar'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { Language } from '@/contract/entities'
import { languageNames } from '@/i18n/languages'
import { useApp } from '@/screens/app/AppContext'
import '@/theme/lazyIcons.scss'
import { signInHere } from '../page/signInHere'
import type { SheetProps } from '../page/SheetProps'

export interface AccountSheetsProps extends SheetProps {
  /** Where the bar has one button for all: the sheet also signs in, and leads to the languages. */
  isWhole?: boolean
}

/** Language choice, and the actions of a signed-in visitor (LAND-02). */
export default observer(function AccountSheets({ overlays, isWhole }: AccountSheetsProps) {
  return overlays.valueFor('languages') ? (
    <Languages overlays={overlays} />
  ) : (
    <Account overlays={overlays} isWhole={isWhole} />
  )
})

const Languages = observer(function Languages({ overlays }: SheetProps) {
  const { language } = useApp()
  const t = useWords<'visit'>()
  const close = () => overlays.close('languages')
  const choose = async (chosen: Language) => {
    await close()
    if (chosen !== language.language) language.choose({ language: chosen })
  }
  return (
    <Sheet label={t('visit.bar.language')} onClose={() => void close()}>
      <SheetHead title={t('visit.bar.language')} />
      <MenuList
        entries={(Object.keys(languageNames) as Language[]).map((key) => ({
          key,
          label: languageNames[key],
          isChosen: key === language.language,
          onSelect: () => void choose(key),
        }))}
      />
    </Sheet>
  )
})

const Account = observer(function Account({ overlays, isWhole = false }: AccountSheetsProps) {
  const app = useApp()
  const { language, platform, session } = app
  const t = useWords<'visit'>()
  const { user, enterprise } = session
  if (!user && !isWhole) return null
  const close = () => overlays.close('me')
  const signOut = async () => {
    await overlays.close('me')
    await session.signOut(platform.navigate.here())
  }
  const languages: MenuEntry = {
    key: 'language',
    label: t('visit.bar.language'),
    value: languageNames[language.language],
    onSelect: () => void close().then(() => overlays.show('languages')),
  }
  const others = isWhole ? [languages] : []
  if (!user)
    return (
      <Sheet label={t('visit.bar.menu')} onClose={() => void close()}>
        <MenuList
          entries={[{ key: 'signIn', label: t('visit.bar.login'), onSelect: () => void signIn() }, ...others]}
        />
      </Sheet>
    )
  const detail = [enterprise?.name, user.login].filter(Boolean).join(' · ')
  return (
    <Sheet label={t('visit.bar.account', { name: user.name })} onClose={() => void close()}>
      <SheetHead picture={<Avatar userId={user.id} name={user.name} />} title={user.name} text={detail} />
      <MenuList
        entries={[
          {
            key: 'home',
            label: t('visit.ownDrive'),
            icon: 'folder-input',
            onSelect: () => void platform.navigate.relaunch({ page: 'files', space: 'frequent' }),
          },
          ...others,
          {
            key: 'signOut',
            label: t('visit.bar.signOut'),
            icon: 'log-out',
            danger: true,
            onSelect: () => void signOut(),
          },
        ]}
      />
    </Sheet>
  )

  async function signIn() {
    await close()
    await signInHere(app)
  }
})
