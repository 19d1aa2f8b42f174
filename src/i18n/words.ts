import { fill } from './errors/fill'
import type { PackageName, PhraseKey, PhraseParams } from './Phrase'

interface WordsOf<K extends string> {
  (key: K, params?: PhraseParams): string
}

/** Words a common phrase, or one of the named packages. `params.n` chooses between `one|other`. */
export type Words<P extends PackageName = never> = WordsOf<PhraseKey<P>>

type Texts = object | string | undefined

/** Creates words from catalogues. The last catalogue with a key wins, so an overlay comes last. */
export function createWords<P extends PackageName = PackageName>(...catalogues: object[]): Words<P> {
  return (key, params) => {
    const path = key.split('.')
    let text = ''
    for (const catalogue of catalogues) {
      const found = path.reduce<Texts>(step, catalogue)
      if (typeof found === 'string') text = found
    }
    return fill(choose(text, params?.n), params)
  }
}

function step(texts: Texts, name: string): Texts {
  return (texts as Record<string, Texts> | undefined)?.[name]
}

function choose(text: string, n: string | number | undefined): string {
  const [one = '', other] = text.split('|')
  return other === undefined || n === 1 ? one : other
}
