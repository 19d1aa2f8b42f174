import { LANGUAGE_COOKIE_DAYS } from '@/domain/limits'
import { languageChoice } from '../languageChoice'
import type { Platform } from '../Platform'
import { cookieText, readCookie } from './cookies'

/** The cookies `lang` and `lang_type`, which the server reads too (decisions 33). */
export function createLanguage(): Platform['language'] {
  function write(name: string, value: string | undefined): void {
    if (value) document.cookie = cookieText(name, value, LANGUAGE_COOKIE_DAYS)
  }

  /** The page says its language, too: screen readers and line breaks follow it. */
  function read(): ReturnType<typeof languageChoice> {
    const choice = languageChoice(readCookie(document.cookie, 'lang'), readCookie(document.cookie, 'lang_type'))
    if (choice.language) document.documentElement.lang = choice.language
    return choice
  }

  return {
    read,
    write({ language, wording }) {
      write('lang', language)
      write('lang_type', wording)
    },
  }
}
