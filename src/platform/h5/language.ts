import { LANGUAGE_COOKIE_DAYS } from '@/domain/limits'
import { languageChoice } from '../languageChoice'
import type { Platform } from '../Platform'
import { cookieText, readCookie } from './cookies'

/** The cookies `lang` and `lang_type`, which the server reads too (decisions 33). */
export function createLanguage(): Platform['language'] {
  function write(name: string, value: string | undefined): void {
    if (value) document.cookie = cookieText(name, value, LANGUAGE_COOKIE_DAYS)
  }

  /** The server names the language in the page, for screen readers and line breaks: the browser's, where nothing was chosen. */
  function read(): ReturnType<typeof languageChoice> {
    return languageChoice(
      readCookie(document.cookie, 'lang') ?? document.documentElement.lang,
      readCookie(document.cookie, 'lang_type'),
    )
  }

  return {
    read,
    write({ language, wording }) {
      write('lang', language)
      if (language) document.documentElement.lang = language
      write('lang_type', wording)
    },
  }
}
