import { useContext, useEffect, useState } from 'react'
import { WordsContext } from '@/components/ui/context'
import type { Language, Wording } from '@/contract/entities'
import type { Catalogues, PackageName } from '@/i18n/Phrase'
import { createWords, type Words } from '@/i18n/words'
import { useApp } from './AppContext'

/** ms before words that failed to load are requested again */
const AGAIN = 3000

/** The words of a package outside the main one. `load` must not change. */
export function usePackageWords<P extends PackageName>(
  load: (language: Language, wording: Wording) => Promise<Catalogues<P>>,
): Words<P> {
  const main = useContext(WordsContext) as Words<P>
  const {
    language: { language, wording },
    platform,
  } = useApp()
  const [catalogues, setCatalogues] = useState<object[]>([])
  useEffect(() => {
    let isStale = false
    const { clock } = platform
    let stop = () => {}
    const fetch = () =>
      load(language, wording).then(
        (loaded) => {
          if (!isStale) setCatalogues(loaded)
        },
        () => {
          if (!isStale) stop = clock.after(AGAIN, () => void fetch())
        },
      )
    void fetch()
    return () => {
      isStale = true
      stop()
    }
  }, [load, language, wording, platform])
  const [words, setWords] = useState<{ t: Words<P> }>({ t: main })
  useEffect(() => {
    const own = createWords<P>(...catalogues)
    setWords({ t: (key, params) => own(key, params) || main(key, params) })
  }, [main, catalogues])
  return words.t
}
