import { languageChoice } from '../languageChoice'
import type { Platform } from '../Platform'

/** A mini-program has no cookies: the choice lies in its storage, under the cookies' names (decisions 33). */
export function createLanguage(storage: Platform['storage']): Platform['language'] {
  return {
    read: () => languageChoice(storage.read('lang'), storage.read('lang_type')),
    write({ language, wording }) {
      if (language) storage.write('lang', language)
      if (wording) storage.write('lang_type', wording)
    },
  }
}
