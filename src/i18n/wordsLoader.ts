import type { Language, Wording } from '@/contract/entities'
import type { Catalogues, PackageName, PackagePhrases } from './Phrase'

type Import<P extends PackageName> = () => Promise<{ phrases: PackagePhrases[P] }>

/**
 * Creates the function that loads the words of a package, for appending to the main ones. On H5 each language is a chunk, except where
 * `eager` puts all three into the part that uses them: each chunk has an entry in the first page's script. A mini-program package contains them all
 * (config/ownParts.cjs).
 * @param education the overrides for schools, appended to the words
 */
export function wordsLoader<P extends PackageName>(
  catalogues: Record<Language, Import<P>>,
  education?: Record<Language, object>,
): (language: Language, wording?: Wording) => Promise<Catalogues<P>> {
  return async (language, wording) => {
    const { phrases } = await catalogues[language]()
    return [phrases, ...(education && wording === 'education' ? [education[language]] : [])]
  }
}
