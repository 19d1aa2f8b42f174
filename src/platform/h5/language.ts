import { languageChoice } from '../languageChoice'
import type { Platform } from '../Platform'
import { cookieText, readCookie } from './cookies'

/** days. */
const LANGUAGE_COOKIE_DAYS = 30

/** The cookies `lang` and `lang_type`, which the server reads, too (decisions 33). */
export function createLanguage(): Platform['language'] {
  function write(name: string, value: string | undefined): void {
    if (value) document.cookie = cookieText(name, value, LANGUAGE_COOKIE_DAYS)
  }

  /**
   * The server writes a language into the page, for screen readers and line breaks: the user's choice, otherwise the browser's language. The cookie
   * counts before the page, because a reload right after a choice may be sent without the new cookie.
   */
  function read(): ReturnType<typeof languageChoice> {
    const root = document.documentElement
    const choice = languageChoice(
      readCookie(document.cookie, 'lang') ?? root.lang,
      readCookie(document.cookie, 'lang_type'),
    )
    if (choice.language) root.lang = choice.language
    return choice
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
