import { LANGUAGE_COOKIE_DAYS } from '@/domain/limits'
import { languageChoice } from '../languageChoice'
import type { Platform } from '../Platform'
import { cookieText, readCookie } from './cookies'

/** The cookies `lang` and `lang_type`, which the server reads too (decisions 33). */
export function createLanguage(): Platform['language'] {
  function write(name: string, value: string | undefined): void {
    if (value) document.cookie = cookieText(name, value, LANGUAGE_COOKIE_DAYS)
  }

  /** Where nothing was chosen, the server names the browser's language in the page. Screen readers and line breaks follow it, too. */
  function read(): ReturnType<typeof languageChoice> {
    const page = document.documentElement
    const choice = languageChoice(
      readCookie(document.cookie, 'lang') ?? page.lang,
      readCookie(document.cookie, 'lang_type'),
    )
    if (choice.language) page.lang = choice.language
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
