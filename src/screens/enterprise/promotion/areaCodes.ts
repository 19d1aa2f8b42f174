import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import type { Language } from '@/contract/entities'

export interface AreaCode {
  /** ISO 3166, such as `CN`. */
  country: string
  /** In the user's language, where the browser knows it. */
  name: string
  /** Such as `+86`. */
  code: string
}

/** All countries and regions with their calling codes, sorted by name. */
export function areaCodes(language: Language): AreaCode[] {
  const names = typeof Intl.DisplayNames === 'function' ? new Intl.DisplayNames([language], { type: 'region' }) : null
  return getCountries()
    .map((country) => ({
      country,
      name: names?.of(country) ?? country,
      code: `+${getCountryCallingCode(country)}`,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, language))
}

/** Those whose name, code or country contains the typed text. */
export function searchAreaCodes(all: readonly AreaCode[], typed: string): readonly AreaCode[] {
  const words = typed.trim().toLowerCase()
  if (words === '') return all
  return all.filter(({ country, name, code }) =>
    [country, name, code].some((text) => text.toLowerCase().includes(words)),
  )
}
