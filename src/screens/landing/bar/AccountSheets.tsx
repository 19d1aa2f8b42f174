import { observer } from 'mobx-react'
import { Avatar } from '@/components/ui/Avatar'
import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { Language } from '@/contract/entities'
import { languageNames } from '@/i18n/languages'
import { useApp } from '@/screens/app/AppContext'
import '@/theme/lazyIcons.scss'
import type { SheetProps } from '../page/SheetProps'

/** Language choice, and the actions of a signed-in visitor (LAND-02). */
export default observer(function AccountSheets({ overlays }: SheetProps) {
  return overlays.valueFor('languages') ? <Languages overlays={overlays} /> : <Account overlays={overlays} />
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

const Account = observer(function Account({ overlays }: SheetProps) {
  const { platform, session } = useApp()
  const t = useWords<'visit'>()
  const { user, enterprise } = session
  if (!user) return null
  const signOut = async () => {
    await overlays.close('me')
    await session.signOut(platform.navigate.here())
  }
  const detail = [enterprise?.name, user.login].filter(Boolean).join(' · ')
  return (
    <Sheet label={t('visit.bar.account', { name: user.name })} onClose={() => void overlays.close('me')}>
      <SheetHead picture={<Avatar userId={user.id} name={user.name} />} title={user.name} text={detail} />
      <MenuList
        entries={[
          {
            key: 'home',
            label: t('visit.ownDrive'),
            icon: 'folder-input',
            onSelect: () => void platform.navigate.relaunch({ page: 'files', space: 'frequent' }),
          },
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
})
