import { observer } from 'mobx-react'
import { Children, startTransition, useEffect, useMemo, useState, type PropsWithChildren } from 'react'
import { OriginContext, ThemeContext, WindowContext, WordsContext } from '@/components/context'
import { loadLazyWords } from '@/i18n/lazy/load'
import { loadMainWords } from '@/i18n/main/load'
import { createWords, type Words } from '@/i18n/words'
import { AppContext } from '@/screens/AppContext'
import { platform } from '@/platform/current'
import { useShell } from '@/shell/useShell'
import { createApp } from '@/stores/shell/AppStore'
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
  useShell(app, words !== noWords && Children.count(children) > 0)

  return (
    <AppContext.Provider value={app}>
      <ThemeContext.Provider value={theme}>
        <WindowContext.Provider value={phone}>
          <OriginContext.Provider value={platform.origin}>
            <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
          </OriginContext.Provider>
        </WindowContext.Provider>
      </ThemeContext.Provider>
    </AppContext.Provider>
  )
})

const noWords: Words = () => ''

/** The words of the language and wording in force; none until they are there, those behind the first page later. */
function useMainWords(): Words {
  const { language, wording } = app.language
  const [{ words }, setWords] = useState({ words: noWords })
  useEffect(() => {
    let isStale = false
    const take = (catalogues: object[]) => {
      if (!isStale) setWords({ words: createWords(...catalogues) })
    }
    void loadMainWords(language, wording).then(async (main) => {
      take(main)
      const lazy = await loadLazyWords(language)
      // Nobody waits for them: the whole screen is drawn again without holding up a tap.
      startTransition(() => take([...lazy, ...main]))
    })
    return () => {
      isStale = true
    }
  }, [language, wording])
  return words
}
