import { observer } from 'mobx-react'
import { Children, useEffect, useMemo, useState, type PropsWithChildren } from 'react'
import { OriginContext, ThemeContext, WindowContext, WordsContext } from '@/components/ui/context'
import { loadLazyWords } from '@/i18n/lazy/load'
import { loadMainWords, mainWordsNow } from '@/i18n/main/load'
import { createWords, type Words } from '@/i18n/words'
import { AppContext } from '@/screens/app/AppContext'
import { platform } from '@/platform/current'
import { useShell } from '@/firstPage/later/useShell'
import { createApp } from '@/stores/app/AppServices'
import './app.scss'

const app = createApp(platform)
void app.session.start()

/** The one place where platform, api and stores meet. */
export default observer(function App({ children }: PropsWithChildren) {
  const words = useMainWords()
  const [phone, setPhone] = useState(() => platform.window())
  useEffect(() => platform.onResize(() => setPhone(platform.window())), [])
  const isDark = app.appearance.effective === 'dark'
  const theme = useMemo(() => ({ ...platform.look, dark: isDark }), [isDark])
  useShell(app, words !== null && Children.count(children) > 0)

  return (
    <AppContext.Provider value={app}>
      <ThemeContext.Provider value={theme}>
        <WindowContext.Provider value={phone}>
          <OriginContext.Provider value={platform.origin}>
            {words && <WordsContext.Provider value={words}>{children}</WordsContext.Provider>}
          </OriginContext.Provider>
        </WindowContext.Provider>
      </ThemeContext.Provider>
    </AppContext.Provider>
  )
})

/** The words of the language and wording in force; null until they are there, those behind the first page later. */
function useMainWords(): Words | null {
  const { language, wording } = app.language
  const [catalogues, setCatalogues] = useState(() => mainWordsNow(language, wording))
  useEffect(() => {
    let isStale = false
    const take = (found: object[]) => {
      if (!isStale) setCatalogues(found)
    }
    void loadMainWords(language, wording).then(async (main) => {
      take(main)
      take([...(await loadLazyWords(language)), ...main])
    })
    return () => {
      isStale = true
    }
  }, [language, wording])
  return useMemo(() => catalogues && createWords(...catalogues), [catalogues])
}
