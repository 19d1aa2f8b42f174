import { useContext, useEffect, useState } from 'react'
import { WordsContext } from '@/components/context'
import type { Language, Wording } from '@/contract/entities'
import type { Catalogues, PackageName } from '@/i18n/Phrase'
import { createWords, type Words } from '@/i18n/words'
import { useApp } from './AppContext'

/** The words of a package behind the main ones; `load` stays the same. */
export function usePackageWords<P extends PackageName>(
  load: (language: Language, wording: Wording) => Promise<Catalogues<P>>,
): Words<P> {
  const main = useContext(WordsContext) as Words<P>
  const { language, wording } = useApp().language
  const [catalogues, setCatalogues] = useState<object[]>([])
  useEffect(() => {
    let isStale = false
    void load(language, wording).then((loaded) => {
      if (!isStale) setCatalogues(loaded)
    })
    return () => {
      isStale = true
    }
  }, [load, language, wording])
  const [words, setWords] = useState<{ t: Words<P> }>({ t: main })
  useEffect(() => {
    const own = createWords<P>(...catalogues)
    setWords({ t: (key, params) => own(key, params) || main(key, params) })
  }, [main, catalogues])
  return words.t
}
