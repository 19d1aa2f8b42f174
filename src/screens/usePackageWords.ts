import { useEffect, useState } from 'react'
import { useWords } from '@/components/context'
import type { Language, Wording } from '@/contract/entities'
import { createWords, type Words } from '@/i18n/words'
import { useApp } from './AppContext'

/** The words of a package behind the main ones; `load` stays the same. */
export function usePackageWords(load: (language: Language, wording: Wording) => Promise<object[]>): Words {
  const main = useWords()
  const { language, wording } = useApp().language
  const [catalogues, setCatalogues] = useState<object[]>([])
  useEffect(() => {
    let isLate = false
    void load(language, wording).then((loaded) => {
      if (!isLate) setCatalogues(loaded)
    })
    return () => {
      isLate = true
    }
  }, [load, language, wording])
  const [words, setWords] = useState<{ t: Words }>({ t: main })
  useEffect(() => {
    const own = createWords(...catalogues)
    setWords({ t: (key, params) => own(key, params) || main(key, params) })
  }, [main, catalogues])
  return words.t
}
