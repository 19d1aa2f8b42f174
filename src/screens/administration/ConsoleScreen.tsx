import { observer } from 'mobx-react'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { UNSAFE_PortalProvider } from 'react-aria/PortalProvider'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Dialog } from '@/components/sheets/Dialog'
import { Empty } from '@/components/frame/Empty'
import { classes } from '@/components/ui/classes'
import { useTheme, useWords, WordsContext } from '@/components/ui/context'
import { firstAdminWords } from '@/i18n/administration/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { createWords, type Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { wordMessage } from '@/screens/app/wording'
import { CurrentToast } from '@/screens/page/CurrentToast'
import { usePageColours } from '@/screens/page/usePageColours'
import { useShown } from '@/screens/page/usePage'
import { AddressStore, isPeopleList, placesOf, type InnerAddress } from '@/stores/administration/AddressStore'
import { DirectoryStore } from '@/stores/administration/DirectoryStore'
import { ConsoleContext } from './ConsoleContext'
import { Frame } from './frame/Frame'
import { Places } from './Places'
import { LaterContext, useLoadLater, type Later } from './useLater'
import './console.scss'
import './controls/controls.scss'

interface Props {
  inner(): InnerAddress
}

interface ConsoleProps extends Props {
  role: 'owner' | 'people' | 'auditor'
}

/** The console with its words; strangers to administration learn that they are none. */
export const ConsoleScreen = observer(function ConsoleScreen({ inner }: Props) {
  const { language, session } = useApp()
  const [startsWithPeople] = useState(() => isPeopleList(inner().read()))
  const later = useLoadLater(!startsWithPeople)
  const t = useAdminWords(later)
  useEffect(needLazyWords, [])
  const role = session.user?.administrator_role
  return (
    <WordsContext.Provider value={t}>
      <I18nProvider locale={language.language === 'en' ? 'en-US' : language.language}>
        <Ground>
          <LaterContext.Provider value={later}>
            {role ? <Console role={role} inner={inner} /> : <Refused />}
          </LaterContext.Provider>
        </Ground>
      </I18nProvider>
    </WordsContext.Provider>
  )
})

/** The words of the console, in front of those of the app. The first render has words already, because the console's own chunk contains them. */
function useAdminWords(later: Later | null): Words<'admin'> {
  const main = useContext(WordsContext) as Words<'admin'>
  const { language, wording } = useApp().language
  return useMemo(() => {
    const own = createWords<'admin'>(...(later?.adminWords ?? firstAdminWords)(language, wording))
    return (key, params) => own(key, params) || main(key, params)
  }, [main, later, language, wording])
}

/** The root of the page: theme, the place of windows and popovers, dialogs and toasts of the app. */
const Ground = observer(function Ground({ children }: { children: React.ReactNode }) {
  const { feedback } = useApp()
  const t = useWords()
  const theme = useTheme()
  const isShown = useShown()
  usePageColours(isShown)
  const above = useRef<HTMLDivElement>(null)
  const dialog = isShown ? feedback.dialog : null
  return (
    <div className={classes('screen', 'console', theme.wework && 'wework', theme.dark && 'theme-dark')}>
      <UNSAFE_PortalProvider getContainer={() => above.current}>{children}</UNSAFE_PortalProvider>
      <div ref={above} />
      {/* Windows hide everything else from screen readers, but not messages. */}
      <div className="screen-toast" role="status" data-react-aria-top-layer="true">
        {isShown && <CurrentToast />}
      </div>
      {dialog ? (
        <div data-react-aria-top-layer="true">
          <Dialog
            key={dialog.id}
            title={wordMessage(dialog.title, t)}
            text={[dialog.text, dialog.detail].flatMap((line) => (line ? wordMessage(line, t) : [])).join('\n')}
            confirm={wordMessage(dialog.confirm, t)}
            cancel={dialog.cancel && wordMessage(dialog.cancel, t)}
            danger={dialog.isDanger}
            onConfirm={() => feedback.answer(dialog.id, true)}
            onCancel={() => feedback.answer(dialog.id, false)}
          />
        </div>
      ) : null}
    </div>
  )
})

const Console = observer(function Console({ role, inner }: ConsoleProps) {
  const { api } = useApp()
  const t = useWords<'admin'>()
  const address = useDisposable(() => new AddressStore(inner()))
  const [directory] = useState(() => new DirectoryStore(api))
  const services = useMemo(
    () => ({
      address,
      directory,
      role,
      places: placesOf(role),
      mayManage: role !== 'auditor',
      mayGovern: role === 'owner',
    }),
    [address, directory, role],
  )
  useEffect(() => {
    document.title = t(`admin.places.${address.place}`)
  }, [t, address.place])
  return (
    <ConsoleContext.Provider value={services}>
      <Frame>
        <Places />
      </Frame>
    </ConsoleContext.Provider>
  )
})

function Refused() {
  const { navigate } = useApp().platform
  const t = useWords<'admin'>()
  return (
    <main className="console-refused">
      <Empty
        icon="lock"
        title={t('admin.refused.title')}
        text={t('admin.refused.text')}
        action={t('admin.back')}
        onAction={() => void navigate.relaunch({ page: 'files', space: 'frequent' })}
      />
    </main>
  )
}
